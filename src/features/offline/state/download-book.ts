import { bookChapters } from '#src/contract/calls/book.ts';
import { chapterShow } from '#src/contract/calls/chapter.ts';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { downloadedCallKey } from '#src/shell/service-worker/cache-names.ts';
import { cachePageAssets } from '#src/shell/service-worker/page-assets.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import type { DownloadStorage } from '#src/shell/state/download-storage.ts';
import { $downloads, $token, type DownloadedBook } from '#src/shell/state/local-storage.ts';
import { $pageContext } from '#src/shell/state/page-context.ts';
import { platform } from '#src/shell/state/platform.ts';
import { DownloadError, downloadPage, downloadPictures, type PageDownloader, picturesIn } from './download-pages.ts';
import { brandCaches, deleteDownload, downloadOf, putDownload, updateDownload } from './downloads.ts';

/** A book to download, and the addresses of its pages. */
export interface DownloadRequest {
  readonly book: BookReference;
  /** The cover as it is stored: its address lacks the brand's prefix. */
  readonly cover: Cover | null;
  readonly addresses: {
    chapter(id: number): string;
    /** Path of the book's page; `entry` is the path of the reader without a chapter. */
    readonly book: string;
    readonly entry: string;
    /** Paths of the pages that link to downloaded books. */
    readonly shell: readonly string[];
    /** Address of the cover, in the width used by lists. */
    readonly cover: string | undefined;
  };
}

const PARALLEL_DOWNLOADS = 3;

/** The downloads that this page is running, by book id. */
const active = new Map<number, AbortController>();

/** Whether this browser can serve pages offline. */
export const canDownload = (): boolean => platform().downloadStorage() !== undefined;

/**
 * Downloads a whole book. Files that are already stored are not requested again, so that a download resumes where it
 * stopped.
 */
export async function downloadBook(request: DownloadRequest): Promise<void> {
  const { id } = request.book;
  const storage = platform().downloadStorage();
  if (!storage || active.get(id)?.signal.aborted === false) return;
  const stop = new AbortController();
  active.set(id, stop);
  createEntry(request);
  storage.persist();
  const state = await platform()
    .alone(`lectern:keep/${id}`, () => downloadAll(request, storage, stop.signal))
    .then(
      () => 'kept' as const,
      (error: unknown) => (stop.signal.aborted ? 'paused' : stateAfterError(error)),
    );
  // If a new download of the same book has started meanwhile, this download must not change the book's state.
  if (active.get(id) !== stop) return;
  active.delete(id);
  updateDownload(id, { state });
}

/** Pauses a download. The files stored so far are not deleted. */
export function pauseDownload(id: number): void {
  active.get(id)?.abort();
  updateDownload(id, { state: 'paused' });
}

/** Removes a downloaded book. If it is still being downloaded, stops the download first. */
export async function removeDownload(id: number): Promise<void> {
  active.get(id)?.abort();
  await deleteDownload(id);
}

/**
 * Resumes downloads that were interrupted by a reload or a lost connection. Also downloads the pages that link to
 * downloaded books, because older versions of the site did not store them.
 */
export function resumeDownloads(downloadRequest: (entry: DownloadedBook) => DownloadRequest): void {
  if (!platform().isOnline()) return;
  const complete = $downloads.get().find(({ state }) => state === 'kept');
  if (complete) void downloadShell(downloadRequest(complete)).catch(() => undefined);
  for (const entry of $downloads.get().filter(({ state }) => state === 'keeping' || state === 'failed'))
    void downloadBook(downloadRequest(entry));
}

function createEntry({ book, cover, addresses }: DownloadRequest): void {
  const kept_at = new Date(platform().now()).toISOString();
  const download = downloadOf(book.id) ?? { start: addresses.entry, total: 0, done: 0, bytes: 0, kept_at };
  putDownload({ ...download, book, cover, state: 'keeping' });
}

/** The state of a download after an error: `full` if the device has no space left, otherwise `failed`. */
function stateAfterError(error: unknown): DownloadedBook['state'] {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
}

async function downloadAll(request: DownloadRequest, storage: DownloadStorage, signal: AbortSignal): Promise<void> {
  const { book, addresses } = request;
  const names = brandCaches();
  const cache = await storage.caches.open(names.book(book.id));
  const downloader = { storage, cache, signal, origin: platform().origin() };
  const chapters = await downloadChapterList(downloader, book.id);
  const [first] = chapters;
  if (!first) throw new DownloadError('no chapters');
  const paths = chapters.map(({ id }) => addresses.chapter(id));
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = paths.filter((path) => !cached.has(path));
  updateDownload(book.id, {
    total: paths.length,
    done: paths.length - missing.length,
    start: addresses.chapter(first.id),
  });
  await inParallel(
    [
      () => downloadBookFiles(request, downloader, addresses.chapter(first.id)),
      ...missing.map((path) => () => downloadChapter(downloader, book.id, path)),
    ],
    (part) => part(),
  );
  if ($token.get() !== '')
    await downloadUnlocked(
      downloader,
      book.id,
      chapters.filter(({ locked }) => locked),
    );
}

/** Downloads the list of chapters, and caches it as the response to its API call. */
async function downloadChapterList(
  { cache, origin, signal }: PageDownloader,
  book_id: number,
): Promise<readonly Chapter[]> {
  const result = await callUpstream(bookChapters, { book_id }, { signal });
  if (!result.success) throw new DownloadError(result.errors[0]?.code ?? 'book.chapters');
  await cache.put(origin + callKey(bookChapters.path, { book_id }), apiResponse(result.data));
  return result.data.items;
}

/** Downloads the pages that link to downloaded books, unless they are stored. */
async function downloadShell({ addresses }: DownloadRequest): Promise<void> {
  const storage = platform().downloadStorage();
  if (!storage) return;
  const { signal } = new AbortController();
  const { shell, downloadedFiles } = brandCaches();
  const downloader = { storage, cache: await storage.caches.open(shell), origin: platform().origin(), signal };
  const cache = await storage.caches.open(downloadedFiles);
  const files = { origin: downloader.origin, fonts: true, cache, fetch: (url: string) => storage.file(url, signal) };
  for (const path of addresses.shell) {
    if (await downloader.cache.match(downloader.origin + path)) continue;
    const { text } = await downloadPage(downloader, path);
    await cachePageAssets({ path, text }, files);
  }
}

/**
 * Downloads everything that a book needs besides its chapters: its page, its cover, the pages that link to it, and the
 * files of these pages.
 */
async function downloadBookFiles(
  { book, addresses }: DownloadRequest,
  downloader: PageDownloader,
  start: string,
): Promise<void> {
  const { storage, origin, signal } = downloader;
  const names = brandCaches();
  const shell = { ...downloader, cache: await storage.caches.open(names.shell) };
  const files = {
    origin,
    fonts: true,
    cache: await storage.caches.open(names.downloadedFiles),
    fetch: (url: string) => storage.file(url, signal),
  };
  const pages: readonly (readonly [PageDownloader, string])[] = [
    ...[addresses.book, start].map((path) => [downloader, path] as const),
    ...addresses.shell.map((path) => [shell, path] as const),
  ];
  let bytes = await downloadPictures(
    downloader,
    $pageContext.get().apiPrefix,
    addresses.cover === undefined ? [] : [addresses.cover],
  );
  for (const [to, path] of pages) {
    const page = await downloadPage(to, path);
    bytes += page.bytes + (await cachePageAssets({ path, text: page.text }, files));
  }
  const entry = await downloader.cache.match(origin + start);
  if (entry) await downloader.cache.put(origin + addresses.entry, entry);
  addProgress(book.id, { bytes });
}

async function downloadChapter(downloader: PageDownloader, bookId: number, path: string): Promise<void> {
  const { text, bytes } = await downloadPage(downloader, path);
  const pictures = await downloadPictures(downloader, $pageContext.get().apiPrefix, picturesIn(text));
  addProgress(bookId, { bytes: bytes + pictures, done: 1 });
}

/** Error codes that mean that the upstream does not have the chapter, or that it cannot return single chapters. */
const NO_CHAPTER: readonly string[] = ['NOT_FOUND', 'CALL_ABSENT'];

/**
 * Downloads the texts of chapters that the visitor has unlocked, into a separate cache that is deleted when the visitor
 * signs out.
 */
async function downloadUnlocked(
  { storage, origin, signal }: PageDownloader,
  book_id: number,
  locked: readonly Chapter[],
): Promise<void> {
  const cache = await storage.caches.open(brandCaches().unlocked);
  await inParallel(locked, async ({ id: chapter_id }) => {
    const { data, success, errors } = await callUpstream(chapterShow, { book_id, chapter_id }, { signal });
    const code = errors[0]?.code ?? 'chapter.show';
    // If this error were ignored, the download would be reported as complete without a chapter that the visitor has
    // paid for.
    if (!success && $token.get() !== '' && !NO_CHAPTER.includes(code)) throw new DownloadError(code);
    if (!data.chapter || data.chapter.locked || $token.get() === '') return;
    await cache.put(origin + callKey(chapterShow.path, { book_id, chapter_id }), apiResponse(data));
  });
}

function callKey(path: string, params: Readonly<Record<string, number>>): string {
  const { apiPrefix } = $pageContext.get();
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return downloadedCallKey(apiPrefix, apiPrefix + path, query) ?? '';
}

const apiResponse = (data: unknown) =>
  new Response(JSON.stringify({ success: 1, data, errors: [] }), { headers: { 'content-type': 'application/json' } });

function addProgress(id: number, { bytes, done = 0 }: { bytes: number; done?: number }): void {
  const entry = downloadOf(id);
  if (entry) updateDownload(id, { bytes: entry.bytes + bytes, done: entry.done + done });
}

/**
 * Processes items in several parallel workers. An item that fails ends its worker. The error is thrown after the other
 * workers have finished.
 */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL_DOWNLOADS }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
