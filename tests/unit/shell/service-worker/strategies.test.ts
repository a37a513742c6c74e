import { describe, expect, it } from 'vitest';
import { strategyFor } from '#src/shell/service-worker/strategies.ts';
import { ORIGIN, offline, request, scene } from './scene.ts';

const platform = scene(offline);
const navigation = (path: string) => ({ ...requestFor(path), mode: 'navigate' as const });
const requestFor = (path: string, headers: Record<string, string> = {}) => ({
  method: 'GET',
  url: ORIGIN + path,
  mode: 'cors' as const,
  cache: 'default' as const,
  headers: new Headers(headers),
});

describe('the service worker', () => {
  it.each(['/_astro/Base.a1b2c3d4.js', '/_brand/brand.0123456789.css'])('treats %s as a file', (path) => {
    expect(strategyFor(requestFor(path), platform)).toEqual({ kind: 'file' });
  });

  it.each(['/', '/history', '/book-reader/4/41', '/es/novel/4/Romance/Luna'])(
    'treats a visit to %s as a page',
    (path) => {
      expect(strategyFor(navigation(path), platform)).toEqual({ kind: 'page' });
    },
  );

  it('falls back to a downloaded book for its chapters, its covers and its API calls', () => {
    expect(strategyFor(requestFor('/book-reader/4/41'), platform)).toEqual({
      kind: 'downloadable',
      key: '/book-reader/4/41',
      unlocked: false,
    });
    const cover = strategyFor(requestFor('/books_api/media/covers/a.webp?w=160'), platform);
    expect(cover).toEqual({ kind: 'downloadable', key: '/books_api/media/covers/a.webp', unlocked: false });
    const list = strategyFor(requestFor('/books_api/v1/book.chapters?section=7&book_id=4&lang=en-us'), platform);
    expect(list).toEqual({ kind: 'downloadable', key: '/books_api/v1/book.chapters?book_id=4', unlocked: false });
  });

  it('uses unlocked texts only if the call has a bearer token', () => {
    const path = '/books_api/v1/chapter.show?book_id=4&chapter_id=41';
    expect(strategyFor(requestFor(path, { authorization: 'Bearer abc' }), platform)).toMatchObject({ unlocked: true });
    expect(strategyFor(requestFor(path, { authorization: 'Bearer ' }), platform)).toMatchObject({ unlocked: false });
  });

  it.each([
    '/books_api/v1/user.profile',
    '/books_api/v1/library.sync',
    '/books_api/v1/auth.refresh',
    '/books_api/v1/chapter.unlock?book_id=4&chapter_id=41',
    '/healthz',
    '/_brand/reader.en.0123456789.dict',
  ])('ignores %s', (path) =>
    expect(strategyFor(requestFor(path, { authorization: 'Bearer abc' }), platform)).toBeUndefined(),
  );

  it('ignores POST requests, and requests to other origins', () => {
    expect(strategyFor(request('/search', { method: 'POST' }), platform)).toBeUndefined();
    expect(strategyFor({ ...requestFor('/'), url: 'https://other.test/_astro/a.js' }, platform)).toBeUndefined();
  });

  it('ignores files that a page fetches in order to cache them', () => {
    expect(strategyFor({ ...requestFor('/_astro/a.b1b2b3b4.js'), cache: 'force-cache' }, platform)).toBeUndefined();
  });
});
