import { bookShow } from '#src/contract/calls/book.ts';
import { cacheNames } from '#src/shell/service-worker/cache-names.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $downloads, type DownloadedBook } from '#src/shell/state/local-storage.ts';
import { $pageContext } from '#src/shell/state/page-context.ts';
import { platform } from '#src/shell/state/platform.ts';

/** Cache names of the page's brand. */
export const brandCaches = () => cacheNames($pageContext.get().apiPrefix);

export const downloadOf = (id: number): DownloadedBook | undefined =>
  $downloads.get().find(({ book }) => book.id === id);

/** Updates the entry of a downloaded book; does nothing if it has been removed. */
export function updateDownload(id: number, change: Partial<DownloadedBook>): void {
  if (downloadOf(id))
    $downloads.set($downloads.get().map((entry) => (entry.book.id === id ? { ...entry, ...change } : entry)));
}

export function putDownload(entry: DownloadedBook): void {
  $downloads.set([entry, ...$downloads.get().filter(({ book }) => book.id !== entry.book.id)]);
}

/** Removes a downloaded book from the device, and the files that no other downloaded book needs. */
export async function deleteDownload(id: number): Promise<void> {
  $downloads.set($downloads.get().filter(({ book }) => book.id !== id));
  const caches = platform().downloadStorage()?.caches;
  const names = brandCaches();
  await caches?.delete(names.book(id));
  if ($downloads.get().length > 0) return;
  for (const name of [names.downloadedFiles, names.unlocked]) await caches?.delete(name);
}

/** Removes the entries of books whose files the browser has deleted, and of books of another brand on this origin. */
export async function pruneDownloads(): Promise<void> {
  const caches = platform().downloadStorage()?.caches;
  if (!caches) return;
  const names = brandCaches();
  const present = await Promise.all(
    $downloads.get().map(async (entry) => ({ entry, has: await isCached(caches, names.book(entry.book.id), entry) })),
  );
  const evictedIds = new Set(present.filter(({ has }) => !has).map(({ entry }) => entry.book.id));
  if (evictedIds.size > 0) $downloads.set($downloads.get().filter(({ book }) => !evictedIds.has(book.id)));
}

/** Deletes the downloaded books that have been taken down from the site. */
export async function dropTakenDown(): Promise<void> {
  if (!platform().isOnline()) return;
  for (const { book } of $downloads.get()) {
    const { status } = await callUpstream(bookShow, { book_id: book.id });
    if (status === 410 || status === 451) await deleteDownload(book.id);
  }
}

/**
 * Whether the cache of a book exists. Also true for a download that has not stored anything yet, because its entry must
 * not be removed.
 */
const isCached = async (caches: CacheStorage, name: string, { done }: DownloadedBook) => done === 0 || caches.has(name);

/** How many bytes the site uses on this device, and how many it can use. */
export const storageUse = async () => platform().downloadStorage()?.size();
