import { describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { DownloadRequest } from '#src/features/offline/state/download-book.ts';
import { cacheNames } from '#src/shell/service-worker/cache-names.ts';
import type { DownloadStorage } from '#src/shell/state/download-storage.ts';
import { PATIENT } from '../../../../helpers/limits.ts';
import { memoryCaches, pathsIn } from '../../../../helpers/memory-caches.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const NAMES = cacheNames('/freenovel_api');
const BOOK = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };
const CHAPTERS = [41, 42, 43].map((id, index) => ({
  id,
  number: index + 1,
  title: `${id}`,
  part: null,
  kind: 'chapter',
  words: 9,
  price: null,
  free_from: null,
  locked: id === 43,
  updated_at: '2026-01-01T00:00:00Z',
}));
const ORDER: DownloadRequest = {
  book: BOOK,
  cover: null,
  addresses: {
    chapter: (id) => `/book-reader/4/${id}`,
    book: '/novel/4/Romance/Moon',
    entry: '/book-reader/4',
    shell: ['/history'],
    cover: '/freenovel_api/media/covers/4.webp?w=160',
  },
};
const PAGE = '<link href="/_astro/a1b2c3d4.css"><img alt="" src="/freenovel_api/media/pictures/p.webp">';

/** Status of responses to `book.show`. */
let bookStatus = 200;

/** An upstream for a visitor who has unlocked the locked chapter. */
const client: ApiClient = async (call, params, { token }) => ({
  success: 1,
  errors: [],
  status: call.name === 'book.show' ? bookStatus : 200,
  data:
    call.name === 'book.chapters'
      ? { items: CHAPTERS }
      : { chapter: { ...CHAPTERS.find(({ id }) => id === params.chapter_id), locked: token === '', html: 'paid' } },
});

async function scene(
  saved: Record<string, string> = {},
  network: (path: string) => Response | Promise<Response> = page,
) {
  const caches = memoryCaches();
  const fetchWithRetries: string[] = [];
  const ask = async (url: string, signal?: AbortSignal) => {
    const { pathname, search } = new URL(url);
    fetchWithRetries.push(pathname + search);
    const answer = await network(pathname);
    signal?.throwIfAborted();
    return answer;
  };
  const size = async () => ({ used: 1, room: 2 });
  const room: DownloadStorage = { caches, size, fetch: ask, file: ask, persist() {}, wait: async () => {} };
  const platform = { ...memoryPlatform(saved, client), downloadStorage: () => room };
  const { host, local, session } = await loadStores(platform);
  host.setPageContext({ apiPrefix: '/freenovel_api', locale: 'en' });
  const offline = await import('#src/features/offline/state/download-book.ts');
  const downloads = await import('#src/features/offline/state/downloads.ts');
  return {
    caches,
    fetchWithRetries,
    offline,
    downloads,
    local,
    session,
    platform,
    entry: () => local.$downloads.get()[0],
  };
}

const page = () => new Response(PAGE, { headers: { 'content-type': 'text/html' } });

describe('downloadBook', () => {
  it('can store a book again after it was removed', async () => {
    const { caches, offline, entry } = await scene();
    await offline.downloadBook(ORDER);
    await offline.removeDownload(4);
    expect(entry()).toBeUndefined();
    await offline.downloadBook(ORDER);
    expect(entry()).toMatchObject({ state: 'kept', done: 3 });
    expect(await pathsIn(caches, NAMES.book(4))).toContain('/book-reader/4/43');
  });

  it('stores every chapter as a page, with its images and the pages that link to the book', async () => {
    const { caches, offline, entry } = await scene();
    await offline.downloadBook(ORDER);
    expect((await pathsIn(caches, NAMES.book(4))).sort()).toEqual([
      '/book-reader/4',
      '/book-reader/4/41',
      '/book-reader/4/42',
      '/book-reader/4/43',
      '/freenovel_api/media/covers/4.webp',
      '/freenovel_api/media/pictures/p.webp',
      '/freenovel_api/v1/book.chapters?book_id=4',
      '/novel/4/Romance/Moon',
    ]);
    expect(await pathsIn(caches, NAMES.shell)).toEqual(['/history']);
    expect(await pathsIn(caches, NAMES.downloadedFiles)).toEqual(['/_astro/a1b2c3d4.css']);
    expect(entry()).toMatchObject({ state: 'kept', total: 3, done: 3, start: '/book-reader/4/41' });
    expect(entry()?.bytes).toBeGreaterThan(3 * PAGE.length);
  });

  it('continues where it stopped without fetching stored chapters again', async () => {
    let isDown = true;
    const { fetchWithRetries, offline, entry } = await scene({}, (path) =>
      isDown && path === '/book-reader/4/43' ? new Response('', { status: 503 }) : page(),
    );
    await offline.downloadBook(ORDER);
    expect(entry()).toMatchObject({ state: 'failed', done: 2, total: 3 });
    isDown = false;
    fetchWithRetries.length = 0;
    await offline.downloadBook(ORDER);
    expect(entry()).toMatchObject({ state: 'kept', done: 3 });
    expect(fetchWithRetries.filter((path) => /\/4\/\d/.test(path) && path !== '/book-reader/4/41')).toEqual([
      '/book-reader/4/43',
    ]);
  });

  it('downloads chapters while the page of the book is still loading', async () => {
    const gate = Promise.withResolvers<void>();
    const { offline, entry } = await scene({}, async (path) => {
      if (path === ORDER.addresses.book) await gate.promise;
      return page();
    });
    const keeping = offline.downloadBook(ORDER);
    await vi.waitUntil(() => entry()?.done === 3, PATIENT);
    expect(entry()?.state).toBe('keeping');
    gate.resolve();
    await keeping;
    expect(entry()?.state).toBe('kept');
  });

  it('fails only after all parallel downloads have ended', async () => {
    const gate = Promise.withResolvers<void>();
    const { offline, entry } = await scene({}, async (path) => {
      if (path === '/book-reader/4/42') await gate.promise;
      return path === ORDER.addresses.book ? new Response('', { status: 404 }) : page();
    });
    const keeping = offline.downloadBook(ORDER);
    await vi.waitUntil(() => entry()?.done === 2, PATIENT);
    expect(entry()?.state).toBe('keeping');
    gate.resolve();
    await keeping;
    expect(entry()).toMatchObject({ state: 'failed', done: 3 });
  });

  it('retries a chapter that failed', async () => {
    let failures = 2;
    const { offline, entry } = await scene({}, (path) =>
      path === '/book-reader/4/42' && failures-- > 0 ? new Response('', { status: 429 }) : page(),
    );
    await offline.downloadBook(ORDER);
    expect(entry()?.state).toBe('kept');
  });

  it('reports that the device is full', async () => {
    const { caches, offline, entry } = await scene();
    const cache = await caches.open(NAMES.book(4));
    vi.spyOn(cache, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await offline.downloadBook(ORDER);
    expect(entry()?.state).toBe('full');
  });

  it('can be paused, and keeps stored chapters', async () => {
    const stopped = Promise.withResolvers<void>();
    const { offline, entry } = await scene({}, async (path) => {
      if (path === '/book-reader/4/42') await stopped.promise;
      return page();
    });
    const keeping = offline.downloadBook(ORDER);
    await vi.waitUntil(() => (entry()?.done ?? 0) > 0, PATIENT);
    offline.pauseDownload(4);
    stopped.resolve();
    await keeping;
    expect(entry()?.state).toBe('paused');
  });

  it('resumes immediately, even while the stopped download is still ending', async () => {
    const stopped = Promise.withResolvers<void>();
    let isFirst = true;
    const { offline, entry } = await scene({}, async (path) => {
      if (path === '/book-reader/4/43' && isFirst) {
        isFirst = false;
        await stopped.promise;
      }
      return page();
    });
    const keeping = offline.downloadBook(ORDER);
    await vi.waitUntil(() => (entry()?.done ?? 0) > 1, PATIENT);
    offline.pauseDownload(4);
    const again = offline.downloadBook(ORDER);
    stopped.resolve();
    await Promise.all([keeping, again]);
    expect(entry()).toMatchObject({ state: 'kept', done: 3 });
  });

  it('resumes after a reload and when the device is online again', async () => {
    const saved = {
      book: BOOK,
      cover: null,
      start: '/book-reader/4',
      total: 3,
      done: 1,
      bytes: 9,
      kept_at: '2026-01-01T00:00:00Z',
    };
    const list = [
      { ...saved, state: 'keeping' },
      { ...saved, book: { ...BOOK, id: 5 }, state: 'paused' },
    ];
    const { offline, local, platform } = await scene({ 'lectern:kept': JSON.stringify(list) });
    platform.setOnline(false);
    const orders: number[] = [];
    const resume = () =>
      offline.resumeDownloads(({ book }) => {
        orders.push(book.id);
        return ORDER;
      });
    resume();
    expect(orders).toEqual([]);
    platform.setOnline(true);
    resume();
    await vi.waitUntil(() => local.$downloads.get().find(({ book }) => book.id === 4)?.state === 'kept', PATIENT);
    expect(orders).toEqual([4]);
  });
});

describe('books stored by an older version of the site', () => {
  const oldDownload = {
    book: BOOK,
    cover: null,
    start: '/x',
    total: 3,
    done: 3,
    bytes: 9,
    kept_at: '2026-01-01T00:00:00Z',
  };
  const order = { ...ORDER, addresses: { ...ORDER.addresses, shell: ['/history', '/notebook'] } };

  it('get the missing pages that link to them, with the files of these pages, only once', async () => {
    const { caches, fetchWithRetries, offline } = await scene({
      'lectern:kept': JSON.stringify([{ ...oldDownload, state: 'kept' }]),
    });
    const shell = await caches.open(NAMES.shell);
    await shell.put('http://freenovel.localhost/history', new Response('as it was'));
    offline.resumeDownloads(() => order);
    const file = /a1b2c3d4/;
    await vi.waitUntil(
      async () => (await pathsIn(caches, NAMES.downloadedFiles)).some((path) => file.test(path)),
      PATIENT,
    );
    expect((await pathsIn(caches, NAMES.shell)).sort()).toEqual(['/history', '/notebook']);
    expect(fetchWithRetries.filter((path) => !path.startsWith('/_astro/'))).toEqual(['/notebook']);
  });

  it('cause no requests while their download is paused', async () => {
    const { fetchWithRetries, offline } = await scene({
      'lectern:kept': JSON.stringify([{ ...oldDownload, state: 'paused' }]),
    });
    offline.resumeDownloads(() => order);
    expect(fetchWithRetries).toEqual([]);
  });
});

describe('unlocked chapter texts on the device', () => {
  const SIGNED_IN = { token: 'a-token-of-sixteen' };
  const KEY = '/freenovel_api/v1/chapter.show?book_id=4&chapter_id=43';

  it('are stored separately, and only while signed in', async () => {
    const visitor = await scene(SIGNED_IN);
    await visitor.offline.downloadBook(ORDER);
    expect(await pathsIn(visitor.caches, NAMES.unlocked)).toEqual([KEY]);
    const nobody = await scene();
    await nobody.offline.downloadBook(ORDER);
    expect(await pathsIn(nobody.caches, NAMES.unlocked)).toEqual([]);
  });

  it('are removed on sign-out together with the sync state, while the book stays downloaded', async () => {
    const { caches, offline, session, local } = await scene(SIGNED_IN);
    await offline.downloadBook(ORDER);
    local.$synced.set({ account: 3, cursor: '9', at: 5, known: {} });
    session.forgetSession();
    expect(local.$synced.get()).toBeNull();
    await vi.waitUntil(async () => !(await caches.has(NAMES.unlocked)), PATIENT);
    expect(await caches.has(NAMES.book(4))).toBe(true);
  });
});

describe('removeDownload', () => {
  it('leaves no data behind after the last book is removed', async () => {
    const { caches, offline, local } = await scene();
    await offline.downloadBook(ORDER);
    await offline.removeDownload(4);
    expect(local.$downloads.get()).toEqual([]);
    expect(await caches.keys()).toEqual([NAMES.shell]);
  });
});

describe('dropTakenDown', () => {
  it.each([
    [410, []],
    [451, []],
    [404, [4]],
    [503, [4]],
  ])('after status %i for a book keeps the downloaded books %j', async (status, left) => {
    const { offline, downloads, local, caches } = await scene();
    await offline.downloadBook(ORDER);
    bookStatus = status;
    await downloads.dropTakenDown();
    expect(local.$downloads.get().map(({ book }) => book.id)).toEqual(left);
    expect(await caches.has(NAMES.book(4))).toBe(left.length > 0);
  });
});

describe('pruneDownloads', () => {
  it('forgets a book that the browser has evicted', async () => {
    const { caches, offline, downloads, local } = await scene();
    await offline.downloadBook(ORDER);
    await downloads.pruneDownloads();
    expect(local.$downloads.get()).toHaveLength(1);
    await caches.delete(NAMES.book(4));
    await downloads.pruneDownloads();
    expect(local.$downloads.get()).toEqual([]);
  });

  it('keeps a book whose download is waiting for another tab', async () => {
    const { downloads, local } = await scene();
    const empty = { start: '/book-reader/4', total: 0, done: 0, bytes: 0, kept_at: '2026-05-01T12:00:00Z' };
    downloads.putDownload({ ...empty, book: BOOK, cover: null, state: 'keeping' });
    await downloads.pruneDownloads();
    expect(local.$downloads.get()).toHaveLength(1);
  });
});
