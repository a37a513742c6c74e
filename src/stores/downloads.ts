import { bookShow } from '#src/contract/calls/book.ts';
import { cacheNames } from '#src/lib/cache-names.ts';
import { callUpstream } from './call-upstream.ts';
import { $downloads, type DownloadedBook } from './local-storage.ts';
import { $pageContext } from './page-context.ts';
import { platform } from './platform.ts';

/** Names of the caches of the brand the page is of. */
export const brandCaches = () => cacheNames($pageContext.get().apiPrefix);

export const downloadOf = (id: number): DownloadedBook | undefined =>
  $downloads.get().find(({ book }) => book.id === id);

/** Changes what is known of a kept book; nothing where it is not kept, or no longer. */
export function updateDownload(id: number, change: Partial<DownloadedBook>): void {
  if (downloadOf(id))
    $downloads.set($downloads.get().map((entry) => (entry.book.id === id ? { ...entry, ...change } : entry)));
}

export function putDownload(entry: DownloadedBook): void {
  $downloads.set([entry, ...$downloads.get().filter(({ book }) => book.id !== entry.book.id)]);
}

/** Takes a book off the device, with the files that no other book needs. */
export async function deleteDownload(id: number): Promise<void> {
  $downloads.set($downloads.get().filter(({ book }) => book.id !== id));
  const caches = platform().downloadStorage()?.caches;
  const names = brandCaches();
  await caches?.delete(names.book(id));
  if ($downloads.get().length > 0) return;
  for (const name of [names.downloadedFiles, names.unlocked]) await caches?.delete(name);
}

/** Forgets books that the browser has cleared, and those of another brand on this address. */
export async function pruneDownloads(): Promise<void> {
  const caches = platform().downloadStorage()?.caches;
  if (!caches) return;
  const names = brandCaches();
  const there = await Promise.all(
    $downloads.get().map(async (entry) => ({ entry, has: await isThere(caches, names.book(entry.book.id), entry) })),
  );
  const lost = new Set(there.filter(({ has }) => !has).map(({ entry }) => entry.book.id));
  if (lost.size > 0) $downloads.set($downloads.get().filter(({ book }) => !lost.has(book.id)));
}

/** Takes kept books off the device that were taken down since. */
export async function dropTakenDown(): Promise<void> {
  if (!platform().isOnline()) return;
  for (const { book } of $downloads.get()) {
    const { status } = await callUpstream(bookShow, { book_id: book.id });
    if (status === 410 || status === 451) await deleteDownload(book.id);
  }
}

/** One that has just begun has nothing yet. */
const isThere = async (caches: CacheStorage, name: string, { done }: DownloadedBook) => done === 0 || caches.has(name);

/** Bytes the site uses on this device, and may use. */
export const storageUse = async () => platform().downloadStorage()?.size();
