import { describe, expect, it } from 'vitest';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import { dictionaryNameOf, dictionaryOf, dictionaryUse, parseDictionaryPath } from '#src/serve/files/dictionaries.ts';
import { dictionaryHash } from '#src/serve/files/dictionary-transport.ts';
import { testBrand } from '../../../helpers/memory-source.ts';

const NOVEL = { kind: 'novel', locale: 'en' } as const;
const render = () => Promise.reject(new Error('no page with texts is asked for'));

/**
 * Creates a site whose pages contain their URL.
 * @param requestedUrls receives the requested URLs in order
 */
const site = (requestedUrls: string[] = []): SiteApp => ({
  render,
  async renderSample({ url }, { id }) {
    requestedUrls.push(url);
    return new Response(`${id} ${url}`);
  },
});

describe('the path of a compression dictionary', () => {
  it('contains the kind of page and the language', () => {
    expect(parseDictionaryPath('/_brand/novel.en.0123456789.dict')).toEqual(NOVEL);
    expect(parseDictionaryPath('/_brand/reader.vn.0123456789.dict')).toEqual({ kind: 'reader', locale: 'vn' });
  });

  it.each([
    '/_brand/home.en.0123456789.dict',
    '/_brand/constructor.en.0123456789.dict',
    '/_brand/novel.xx.0123456789.dict',
    '/_brand/novel.en.012345678.dict',
    '/_brand/novel.en.0123456789.css',
    '/_astro/novel.en.0123456789.dict',
  ])('cannot be %s', (path) => expect(parseDictionaryPath(path)).toBeUndefined());
});

describe('a compression dictionary', () => {
  it('exists only for novels and chapters', () => {
    expect(dictionaryNameOf({ kind: 'novel', locale: 'es', page: 1, params: {}, aliases: [] })).toEqual({
      ...NOVEL,
      locale: 'es',
    });
    for (const kind of ['home', 'activeNovel', 'bookFeed', 'search'] as const)
      expect(dictionaryNameOf({ kind, locale: 'en', page: 1, params: {}, aliases: [] })).toBeUndefined();
    expect(dictionaryNameOf(undefined)).toBeUndefined();
  });

  it('applies to the URLs of its kind and language', () => {
    const base = 'https://books.test';
    const pattern = (use: string) => new URLPattern(/match="([^"]*)"/.exec(use)?.[1] ?? '', base);
    const novels = pattern(dictionaryUse(NOVEL));
    expect(novels.test('/novel/4/Romance/Luna', base)).toBe(true);
    expect(novels.test('/es/novel/4/Romance/Luna', base)).toBe(false);
    expect(novels.test('/book-reader/4/41', base)).toBe(false);
    const chapters = pattern(dictionaryUse({ kind: 'reader', locale: 'es' }));
    expect(chapters.test('/es/book-reader/4/41', base)).toBe(true);
    expect(chapters.test('/book-reader/4/41', base)).toBe(false);
  });

  it('is a sample page rendered without texts, and its path contains a hash', async () => {
    const dictionary = await dictionaryOf(site(), testBrand, NOVEL);
    const text = `${testBrand.id} ${testBrand.origin}/novel/1/Category/Title`;
    expect(Buffer.from(dictionary?.bytes ?? []).toString()).toBe(text);
    expect(dictionary?.hash).toBe(dictionaryHash(Buffer.from(text)));
    expect(parseDictionaryPath(dictionary?.path ?? '')).toEqual(NOVEL);
  });

  it('is created once per kind, language and brand', async () => {
    const requestedUrls: string[] = [];
    const app = site(requestedUrls);
    const brands = [testBrand, { ...testBrand, id: 'other' }];
    const names = [NOVEL, { ...NOVEL, locale: 'es' }, { ...NOVEL, kind: 'reader' }] as const;
    const paths = new Set<string | undefined>();
    for (const _time of ['first', 'second'])
      for (const brand of brands) for (const name of names) paths.add((await dictionaryOf(app, brand, name))?.path);
    expect([paths.size, requestedUrls.length]).toEqual([6, 6]);
  });

  it('does not exist if its sample page fails, or if the site has no such pages', async () => {
    const failing = { render, renderSample: async () => new Response(null, { status: 500 }) };
    expect(await dictionaryOf(failing, testBrand, NOVEL)).toBeUndefined();
    expect(await dictionaryOf({ render }, testBrand, NOVEL)).toBeUndefined();
  });
});
