import { describe, expect, it } from 'vitest';
import type { LeftOut } from '#src/contract/envelope.ts';
import {
  type AnyCall,
  authorHome,
  bookChapters,
  bookList,
  bookShow,
  chapterDates,
  chapterShow,
  recommendTagGroupList,
  tagBooks,
} from '#src/contract/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { createDroppedItems, isEntry, isReadByItem, keyOf } from '#src/publish/snapshot/dropped-items.ts';
import { createLosses } from '#src/publish/snapshot/losses.ts';

const entry = (id: number, problem = `bad ${id}`): LeftOut =>
  ({ list: 'items', place: `items.${id}`, id, problem }) as unknown as LeftOut;
const part = (place: string): LeftOut => ({ list: 'items.0.tags', place, problem: 'no name' }) as unknown as LeftOut;

function checker(section = 7) {
  const losses = createLosses(silentLog);
  const dropped = createDroppedItems(losses, section);
  const check = (call: AnyCall, params: object, data: object, leftOut: readonly LeftOut[]) =>
    dropped.check(call, params, { success: 1, data, errors: [], status: 200, leftOut } as never);
  return { check, losses };
}

const entries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => entry(from + at));

describe('an item dropped from a response', () => {
  it('is an entry of a list, or part of an entry, identified by its id or its position', () => {
    expect([isEntry(entry(3)), isEntry(part('items.0.tags.1'))]).toEqual([true, false]);
    const unnamed = { ...entry(3), id: undefined } as unknown as LeftOut;
    expect([keyOf(entry(3), 4), keyOf(unnamed, 4), keyOf(part('items.0.tags.1'), 4)]).toEqual([
      'id 3',
      'page 4 items.3',
      'page 4 items.0.tags.1',
    ]);
  });

  it('is recorded once, however often the response is read', () => {
    const { check, losses } = checker();
    const data = { items: [], total: 500 };
    for (const page of [1, 2]) check(bookList, { page, page_size: 200 }, data, [entry(3)]);
    check(bookList, { page: 1, page_size: 200 }, data, [entry(4)]);
    expect(losses.all()).toMatchObject([{ call: 'book.list', items: 2 }]);
  });

  it('is recorded once for a list that is read both completely and as changes since a cursor', () => {
    const { check, losses } = checker();
    check(bookList, { page: 1 }, { items: [], total: 500 }, [entry(3)]);
    check(bookList, { page: 1, since: 'c' }, { items: [], total: 1 }, [entry(3)]);
    expect(losses.all()).toMatchObject([{ items: 1 }]);
  });

  it('is recorded once per position if it has no id', () => {
    const { check, losses } = checker();
    for (const page of [1, 2]) check(bookList, { page }, { items: [], total: 500 }, [part('items.0.tags.1')]);
    expect(losses.all()).toMatchObject([{ items: 2 }]);
  });

  it('does not change the response', () => {
    const { check } = checker();
    const data = { items: [], total: 500 };
    expect(check(bookList, {}, data, [entry(3)])).toMatchObject({ success: 1, data });
    expect(check(bookList, {}, data, [])).toMatchObject({ success: 1, data });
  });

  it('is not recorded if the call failed', () => {
    const losses = createLosses(silentLog);
    const failed = { success: 0, data: {}, errors: [], status: 500, leftOut: entries(1, 90) } as never;
    expect(createDroppedItems(losses, 7).check(bookList, {}, failed)).toBe(failed);
    expect(losses.all()).toEqual([]);
  });
});

describe('a response that is rejected because of bad items', () => {
  const refused = (call: AnyCall, params: object, data: object, leftOut: readonly LeftOut[]) =>
    checker().check(call, params, data, leftOut).success === 0;

  it('has more than 20 bad entries, or more than 2 % if the list has more than 1,000', () => {
    expect(refused(bookList, {}, { items: [], total: 999 }, entries(1, 20))).toBe(false);
    expect(refused(bookList, {}, { items: [], total: 999 }, entries(1, 21))).toBe(true);
    expect(refused(bookList, {}, { items: [], total: 2000 }, entries(1, 40))).toBe(false);
    expect(refused(bookList, {}, { items: [], total: 2000 }, entries(1, 41))).toBe(true);
  });

  it('is a complete list with more than one entry, all of them bad', () => {
    expect(refused(bookList, {}, { items: [], total: 2 }, entries(1, 2))).toBe(true);
    expect(refused(bookList, {}, { items: [], total: 1 }, entries(1, 1))).toBe(false);
    expect(refused(bookList, {}, { items: [], total: 3 }, entries(1, 2))).toBe(false);
    expect(refused(bookList, { since: 'c' }, { items: [], total: 2 }, entries(1, 2))).toBe(false);
  });

  it('is measured by its number of entries if it states no total', () => {
    expect(refused(recommendTagGroupList, {}, { items: [] }, entries(1, 2))).toBe(true);
    expect(refused(recommendTagGroupList, {}, { items: [{}] }, entries(1, 2))).toBe(false);
    expect(refused(recommendTagGroupList, {}, {}, entries(1, 2))).toBe(true);
    expect(refused(recommendTagGroupList, {}, { items: 'none' }, [part('a'), part('b')])).toBe(false);
  });

  it('has no data, and its error states how many items are bad and why', () => {
    const { check, losses } = checker();
    expect(check(bookList, {}, { items: [], total: 30 }, entries(1, 25))).toEqual({
      success: 0,
      data: bookList.empty,
      errors: [{ code: 'CLIENT_CONTRACT', message: 'book.list: bad 1; 25 of 30 items break the contract' }],
      status: 200,
      leftOut: expect.any(Array),
    });
    expect(losses.all()).toEqual([]);
  });

  it('is the first page at which the bad items of the list exceed the limit', () => {
    const { check } = checker();
    const data = { items: [], total: 900 };
    const ends = [
      check(bookList, { page: 1, page_size: 200 }, data, entries(1, 15)),
      check(bookList, { page: 1, since: 'c' }, data, entries(101, 115)),
      check(bookList, { page: 2, page_size: 100 }, data, entries(16, 20)),
      check(bookList, { page: 3, page_size: 200 }, data, entries(21, 21)),
    ];
    expect(ends.map(({ success }) => success)).toEqual([1, 1, 1, 0]);
  });
});

it('a response about certain books is accepted or rejected as a whole', () => {
  expect([bookShow, bookChapters, chapterShow, chapterDates].filter(isReadByItem)).toEqual([]);
  expect([bookList, tagBooks, authorHome].filter(isReadByItem)).toHaveLength(3);
});
