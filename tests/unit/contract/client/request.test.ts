import { describe, expect, it } from 'vitest';
import { buildRequest } from '#src/contract/client/request.ts';
import { bannerIndex, bookRankBookList, searchMulti, seoBookTags } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';

const { en, es, vn, id } = LOCALES;

describe('buildRequest', () => {
  it('puts the parameters of a GET in the query, followed by section and lang', () => {
    const request = buildRequest(bookRankBookList, { type: 'hot', id: 3, page: 2 }, { locale: en }, '/tibok_api');
    expect(request.method).toBe('GET');
    expect(request.target).toBe('/tibok_api/v1/bookRank.book_list?type=hot&id=3&page=2&section=7&lang=en-us');
    expect(request.body).toBeUndefined();
  });

  it('escapes special characters in the query', () => {
    const request = buildRequest(seoBookTags, { since: 'a&b=ü /+' }, { locale: en }, '/p');
    expect(new URLSearchParams(request.target.split('?')[1]).get('since')).toBe('a&b=ü /+');
  });

  it('replaces unpaired surrogates', () => {
    const get = buildRequest(seoBookTags, { since: 'a\0b\ud83d' }, { locale: en }, '/p');
    expect(new URLSearchParams(get.target.split('?')[1]).get('since')).toBe('ab\ufffd');
    const post = buildRequest(
      searchMulti,
      { keyword: '\ude00 moon', deep: [{ text: 'x\ud83d' }] },
      { locale: en },
      '/p',
    );
    expect(JSON.parse(post.body ?? '')).toMatchObject({ keyword: '\ufffd moon', deep: [{ text: 'x\ufffd' }] });
  });

  it('omits undefined parameters', () => {
    const params: Record<string, unknown> = { since: undefined, page: 1 };
    expect(buildRequest(seoBookTags, params, { locale: en }, '/p').target).toBe(
      '/p/v1/seo.book_tags?page=1&section=7&lang=en-us',
    );
  });

  it.each([
    ['en', en, 7, 'en-us'],
    ['es', es, 9, 'es-ES'],
  ])('adds section and lang for %s to the JSON body of a POST', (_name, locale, section, lang) => {
    const request = buildRequest(searchMulti, { keyword: 'moon' }, { locale }, '/public');
    expect(request.target).toBe('/public/v1/search.multi');
    expect(JSON.parse(request.body ?? '')).toEqual({ keyword: 'moon', section, lang });
  });

  it.each([
    ['vn', vn, 'section=15&lang=vi-VN'],
    ['id', id, 'section=11&lang=id-ID'],
  ])('puts section and lang for %s only into the query of a POST', (_name, locale, query) => {
    const request = buildRequest(searchMulti, { keyword: 'moon' }, { locale }, '/public');
    expect(request.target).toBe(`/public/v1/search.multi?${query}`);
    expect(JSON.parse(request.body ?? '')).toEqual({ keyword: 'moon' });
  });

  it('sends the headers of the contract, with an empty bearer token and device id for an anonymous call', () => {
    expect(buildRequest(bannerIndex, {}, { locale: en }, '').headers).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: 'Bearer ',
      'device-uuid': '',
      'x-app-version': '1.0.0',
      'user-agent': 'pc',
      ua: 'wap',
    });
  });

  it('sends the token and the device id of the visitor', () => {
    const { headers } = buildRequest(bannerIndex, {}, { locale: en, token: 't0k', deviceUuid: 'd-1' }, '');
    expect(headers).toMatchObject({ authorization: 'Bearer t0k', 'device-uuid': 'd-1' });
  });
});
