import { describe, expect, it } from 'vitest';
import { answerFile } from '#src/shell/service-worker/files.ts';
import { downloadedAnswer } from '#src/shell/service-worker/lookup.ts';
import { readPush } from '#src/shell/service-worker/notifications.ts';
import { deleteForeignCaches, fillShell } from '#src/shell/service-worker/shell.ts';
import { pathsIn } from '../../../helpers/memory-caches.ts';
import { html, NAMES, offline, request, scene } from './scene.ts';

describe('a file with a hash in its name', () => {
  it('is requested from the network only once', async () => {
    const worker = scene(async () => new Response('code'));
    for (let time = 0; time < 2; time += 1) {
      expect(await (await answerFile(worker, request('/_astro/a.b1b2b3b4.js'))).text()).toBe('code');
    }
    expect(worker.requestedUrls).toEqual(['/_astro/a.b1b2b3b4.js']);
  });

  it('is not cached if it does not exist', async () => {
    const worker = scene(async () => new Response('', { status: 404 }));
    expect((await answerFile(worker, request('/_astro/a.b1b2b3b4.js'))).status).toBe(404);
    expect(await pathsIn(worker.caches, NAMES.files)).toEqual([]);
  });

  it('is cached up to a limit that does not count files of downloaded books', async () => {
    const worker = scene(async () => new Response('code'));
    await worker.put(NAMES.downloadedFiles, '/_astro/kept.b1b2b3b4.js', 'kept');
    for (let number = 0; number < 310; number += 1) await answerFile(worker, request(`/_astro/${number}.js`));
    expect(await pathsIn(worker.caches, NAMES.files)).toHaveLength(300);
    expect(await (await answerFile(worker, request('/_astro/kept.b1b2b3b4.js'))).text()).toBe('kept');
  });
});

describe('the cached app shell', () => {
  const pages: Record<string, string> = {
    '/offline': '<link href="/_astro/a1b2c3d4.css"><script src="/_astro/Base.e5f6a7b8.js"></script>',
    '/es/offline': 'Sin conexión',
    '/_astro/a1b2c3d4.css': 'body{src:url(./face.c9d0e1f2.woff2)}',
    '/_astro/Base.e5f6a7b8.js': 'import"./signals.a9b8c7d6.js";import("./lists.b1b2b3b4.js")',
  };

  it('contains the offline page in each language with its files, but without fonts', async () => {
    const worker = scene(async (path) => html(pages[path] ?? ''));
    await fillShell(worker);
    expect(await pathsIn(worker.caches, NAMES.shell)).toEqual(['/offline', '/es/offline']);
    expect((await pathsIn(worker.caches, NAMES.files)).sort()).toEqual([
      '/_astro/Base.e5f6a7b8.js',
      '/_astro/a1b2c3d4.css',
      '/_astro/lists.b1b2b3b4.js',
      '/_astro/signals.a9b8c7d6.js',
    ]);
  });
});

describe('caches of other brands', () => {
  it('are deleted without being read', async () => {
    const worker = scene(offline);
    await worker.put('lectern/other_api/book/4', '/book-reader/4/41', 'of another brand');
    await worker.put(NAMES.book(5), '/book-reader/5/51', 'own');
    await worker.put('somebody-else', '/x', 'no business of ours');
    expect(await downloadedAnswer(worker, '/book-reader/4/41', true)).toBeUndefined();
    await deleteForeignCaches(worker);
    expect(await worker.caches.keys()).toEqual([NAMES.book(5), 'somebody-else']);
  });
});

describe('unlocked chapter texts in the cache', () => {
  it('are returned only to calls with a bearer token', async () => {
    const worker = scene(offline);
    const key = '/books_api/v1/chapter.show?book_id=4&chapter_id=41';
    await worker.put(NAMES.unlocked, key, 'paid for');
    expect(await downloadedAnswer(worker, key, false)).toBeUndefined();
    expect(await (await downloadedAnswer(worker, key, true))?.text()).toBe('paid for');
  });
});

describe('readPush', () => {
  const news = { title: 'Moon', body: 'Chapter 12', path: '/book-reader/4/52', tag: 'book-4' };

  it('accepts a message about a new chapter', () => expect(readPush(news)).toEqual(news));

  it.each([
    undefined,
    'text',
    {},
    { ...news, title: 7 },
    { ...news, path: '//evil.test/' },
    { ...news, path: 'https://evil.test/' },
  ])('rejects the message %j', (data) => expect(readPush(data)).toBeUndefined());
});
