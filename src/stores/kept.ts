import { cacheNames } from '#src/lib/cache-names.ts';
import { environment } from './environment.ts';
import { $host } from './host.ts';
import { $kept, type KeptBook } from './local.ts';

/** Names of the caches of the brand the page is of. */
export const ownCaches = () => cacheNames($host.get().apiPrefix);

export const keptBook = (id: number): KeptBook | undefined => $kept.get().find(({ book }) => book.id === id);

/** Changes what is known of a kept book; nothing where it is not kept, or no longer. */
export function changeKept(id: number, change: Partial<KeptBook>): void {
  if (keptBook(id)) $kept.set($kept.get().map((entry) => (entry.book.id === id ? { ...entry, ...change } : entry)));
}

export function putKept(entry: KeptBook): void {
  $kept.set([entry, ...$kept.get().filter(({ book }) => book.id !== entry.book.id)]);
}

/** Takes a book off the device, with the files that no other book needs. */
export async function dropKept(id: number): Promise<void> {
  $kept.set($kept.get().filter(({ book }) => book.id !== id));
  const caches = environment().bookRoom()?.caches;
  const names = ownCaches();
  await caches?.delete(names.book(id));
  if ($kept.get().length > 0) return;
  for (const name of [names.keptFiles, names.unlocked]) await caches?.delete(name);
}

/** Forgets books that the browser has cleared, and those of another brand on this address. */
export async function checkKept(): Promise<void> {
  const caches = environment().bookRoom()?.caches;
  if (!caches) return;
  const names = ownCaches();
  const there = await Promise.all(
    $kept.get().map(async (entry) => ({ entry, has: await isThere(caches, names.book(entry.book.id), entry) })),
  );
  const lost = new Set(there.filter(({ has }) => !has).map(({ entry }) => entry.book.id));
  if (lost.size > 0) $kept.set($kept.get().filter(({ book }) => !lost.has(book.id)));
}

/** One that has just begun has nothing yet. */
const isThere = async (caches: CacheStorage, name: string, { done }: KeptBook) => done === 0 || caches.has(name);

/** Bytes the site uses on this device, and may use. */
export const roomOfBooks = async () => environment().bookRoom()?.size();
