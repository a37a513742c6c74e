import { describe, expect, it } from 'vitest';
import { readResponse } from '#src/contract/client/response.ts';
import { bannerIndex, bookList, bookShow, chapterShow, seoBookTags } from '#src/contract/index.ts';
import { makeBook } from '../../../helpers/memory-source.ts';

const answer = (status: number, body: unknown) => ({
  status,
  etag: undefined,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const success = (data: unknown) => answer(200, { success: 1, data, errors: [] });
const tag = { id: 1, name: 'Cats', genre_id: null, updated_at: '2026-03-01T04:05:06Z' };
const tags = (over: object, item: object = {}) =>
  success({ items: [{ ...tag, ...item }], page: 1, page_size: 20, total: 1, ...over });

describe('readResponse', () => {
  it('removes null characters and replaces unpaired surrogates', () => {
    const { data, success: isGood } = readResponse(seoBookTags, tags({}, { name: 'C\0ats\ud83d 😀 \\u0000' }));
    expect([isGood, data.items[0]?.name]).toEqual([1, 'Cats\ufffd 😀 \\u0000']);
    const escaped = JSON.stringify({ success: 1, data: {}, errors: [], '\0': '['.repeat(3) });
    expect(
      readResponse(seoBookTags, answer(200, escaped.replace('"[[["', `${'['.repeat(90_000)}${']'.repeat(90_000)}`))),
    ).toMatchObject({
      success: 0,
    });
  });

  it.each([
    ['2026-03-01T14:05:06+10:00', '2026-03-01T04:05:06Z'],
    ['2026-03-01t04:05:06.123456z', '2026-03-01T04:05:06.123Z'],
  ])('parses the time %s as %s', (sent, read) => {
    expect(readResponse(seoBookTags, tags({}, { updated_at: sent })).data.items[0]?.updated_at).toBe(read);
  });

  it('returns the data of a success without unknown fields', () => {
    const result = readResponse(seoBookTags, tags({ extra: 1 }, { colour: 'red' }));
    expect(result).toEqual({
      success: 1,
      status: 200,
      errors: [],
      data: { items: [tag], page: 1, page_size: 20, total: 1 },
    });
  });

  it.each([
    ['a missing field', tags({}, { name: undefined }), 'seo.book_tags: data.items.0.name is missing'],
    ['a wrong type', tags({}, { id: '1' }), 'seo.book_tags: data.items.0.id is "1", expected number'],
    ['an empty name', tags({}, { name: '' }), 'seo.book_tags: data.items.0.name has length 0, expected >=1'],
    ['a wrong value', tags({ page: 0 }), 'seo.book_tags: data.page is 0, expected >=1'],
    [
      'a wrong time',
      tags({}, { updated_at: 'today' }),
      'seo.book_tags: data.items.0.updated_at is "today", expected an RFC 3339 timestamp',
    ],
    ['no data', answer(200, { success: 1, errors: [] }), 'seo.book_tags: data is missing'],
    ['no errors', answer(200, { success: 1, data: {} }), 'seo.book_tags: errors is missing'],
    ['a different body', answer(200, '[]'), 'seo.book_tags: success is missing'],
    ['a plain string', answer(200, '"hi"'), 'seo.book_tags: the response is "hi", expected Object'],
  ])('reports the call and the field of a response with %s', (_name, response, message) => {
    const result = readResponse(seoBookTags, response);
    expect(result.errors).toEqual([{ code: 'CLIENT_CONTRACT', message }]);
    expect(result).toMatchObject({ success: 0, data: seoBookTags.empty });
  });

  it('explains in words the pattern that a field must match', () => {
    const banner = { id: 1, title: 'A', subtitle: '', image: 'http://x', target: null, updated_at: tag.updated_at };
    expect(readResponse(bannerIndex, success({ items: [banner] })).errors[0]?.message).toBe(
      'banner.index: data.items.0.image is "http://x", expected must be an https address or a path below the prefix',
    );
  });

  const chapter = (html: string) => ({
    id: 20,
    number: 1,
    title: 'One',
    part: null,
    kind: 'chapter',
    words: 1,
    locked: false,
    price: null,
    free_from: null,
    updated_at: tag.updated_at,
    book_id: 2,
    html,
    previous_id: null,
    next_id: null,
  });

  it.each([
    ['the longest', `<p>${'a'.repeat(524_288 - 7)}</p>`],
    ['the longest in another script', `<p>${'\u6f22'.repeat((524_288 - 7) / 3)}</p>`],
    ['the most deeply nested', '<b>'.repeat(256)],
  ])('accepts %s chapter that the contract allows', (_name, html) => {
    expect(readResponse(chapterShow, success({ chapter: chapter(html) })).errors).toEqual([]);
  });

  it.each([
    ['long', `<p>${'a'.repeat(524_288 - 6)}</p>`, 'bytes'],
    ['long in another script', `<p>${'\u6f22'.repeat(174_761)}</p>`, 'bytes'],
    ['deep', '<b>'.repeat(257), 'nested elements'],
    ['deep because of mismatched tags', '<b></i>'.repeat(257), 'nested elements'],
  ])('rejects a chapter that is too %s and states the limit', (_name, html, unit) => {
    const result = readResponse(chapterShow, success({ chapter: chapter(html) }));
    const limit = unit === 'bytes' ? 524_288 : 256;
    const message = `chapter.show: data.chapter.html has more than ${limit} ${unit}`;
    expect(result).toMatchObject({
      success: 0,
      data: { chapter: null },
      errors: [{ code: 'CLIENT_TOO_LARGE', message }],
    });
  });

  it('returns the errors and the desc in an error response of the upstream', () => {
    const errors = [{ code: 'NOT_FOUND', message: 'No such book.' }];
    const result = readResponse(
      bookShow,
      answer(404, { success: 0, data: { book: null }, errors, desc: 'Gone fishing' }),
    );
    expect(result).toEqual({ success: 0, status: 404, data: { book: null }, errors, desc: 'Gone fishing' });
  });

  it('returns the desc of an error body without errors', () => {
    const result = readResponse(bookShow, answer(500, { success: 0, data: null, errors: [], desc: 'Ouch' }));
    expect(result).toMatchObject({ desc: 'Ouch', errors: [{ code: 'CLIENT_STATUS' }] });
  });

  it.each([
    ['CLIENT_STATUS', answer(502, '<html>Bad Gateway</html>'), 502],
    ['CLIENT_STATUS', answer(404, { success: 1, data: {}, errors: [] }), 404],
    ['CLIENT_STATUS', answer(302, ''), 302],
    ['CLIENT_GARBLED', answer(200, '{"success":1,'), 200],
    ['CLIENT_GARBLED', answer(200, ''), 200],
  ])('returns the error %s if the body contains no error', (code, response, status) => {
    const result = readResponse(bookShow, response);
    expect(result).toMatchObject({ success: 0, status, data: { book: null }, errors: [{ code }] });
    expect(result.errors[0]?.message).toMatch(/^book\.show: /);
  });
});

describe('readResponse for lists', () => {
  const second = { ...tag, id: 2 };
  const list = (...items: unknown[]) => success({ items, page: 1, page_size: 20, total: items.length });
  const read = (response: ReturnType<typeof list>) => readResponse(seoBookTags, response, 'some');

  it.each([
    ['without a name', { ...tag, name: undefined }, 'data.items.1.name is missing (id 1)'],
    ['with a bad id', { ...tag, id: 'x' }, 'data.items.1.id is "x", expected number (id x)'],
    ['that is null', null, 'data.items.1 is null, expected Object'],
  ])('omits an item %s and reports its position', (_name, bad, named) => {
    expect(read(list(second, bad))).toEqual({
      success: 1,
      status: 200,
      errors: [],
      data: { items: [second], page: 1, page_size: 20, total: 2 },
      leftOut: [expect.objectContaining({ list: 'items', place: 'items.1', problem: named })],
    });
  });

  it('omits only the invalid part of an item if that part is optional', () => {
    const book = {
      ...makeBook(9),
      tags: [
        { id: 4, name: 'Cats' },
        { id: 5, name: '' },
      ],
    };
    const result = readResponse(bookList, success({ items: [book], page: 1, page_size: 20, total: 1 }), 'some');
    expect(result.data.items[0]?.tags).toEqual([{ id: 4, name: 'Cats' }]);
    expect(result.leftOut).toMatchObject([
      { list: 'items.0.tags', id: 5, problem: expect.stringContaining('data.items.0.tags.1.name') },
    ]);
  });

  it('fails if a field outside the items is invalid, or if all of several items are invalid', () => {
    for (const response of [tags({ page: 0 }, { name: '' }), list({ ...tag, id: 'x' }, { ...tag, id: 'y' })]) {
      expect(read(response)).toMatchObject({ success: 0, errors: [{ code: 'CLIENT_CONTRACT' }] });
      expect(read(response)).not.toHaveProperty('leftOut');
    }
  });

  it('reports nothing if all items are valid', () => {
    expect(read(list(tag, second))).not.toHaveProperty('leftOut');
  });
});
