import { bookChapters } from '#src/contract/calls/book.ts';
import { chapterShow } from '#src/contract/calls/chapter.ts';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { keptCall } from '#src/lib/cache-names.ts';
import { keepFilesOf } from '#src/lib/keep-files.ts';
import type { BookRoom } from './book-room.ts';
import { environment } from './environment.ts';
import { $host } from './host.ts';
import { KeepError, keepPage, keepPictures, type PageKeeper, picturesIn } from './keep-pages.ts';
import { changeKept, dropKept, keptBook, ownCaches, putKept } from './kept.ts';
import { $kept, $token, type KeptBook } from './local.ts';
import { callUpstream } from './upstream.ts';

/** A book to keep, and the addresses it is read at. */
export interface KeepOrder {
  readonly book: BookReference;
  /** Stands without the brand's prefix. */
  readonly cover: Cover | null;
  readonly addresses: {
    chapter(id: number): string;
    /** The book's own page, and the reader without a chapter. */
    readonly book: string;
    readonly entry: string;
    /** Pages that lead to kept books. */
    readonly shell: readonly string[];
    /** Address of the cover, in the width that lists show. */
    readonly cover: string | undefined;
  };
}

const AT_ONCE = 3;

/** Downloads of this page, by book. */
const running = new Map<number, AbortController>();

/** Whether this browser can serve pages without a connection. */
export const canKeep = (): boolean => environment().bookRoom() !== undefined;

/** Keeps a book whole; what is there already is not fetched again, so that it goes on where it stopped. */
export async function keepBook(order: KeepOrder): Promise<void> {
  const { id } = order.book;
  const room = environment().bookRoom();
  if (!room || running.has(id)) return;
  const stop = new AbortController();
  running.set(id, stop);
  begin(order);
  room.persist();
  try {
    await environment().alone(`lectern:keep/${id}`, () => keepAll(order, room, stop.signal));
    changeKept(id, { state: 'kept' });
  } catch (error) {
    changeKept(id, { state: stop.signal.aborted ? 'paused' : stateAfter(error) });
  } finally {
    running.delete(id);
  }
}

/** Stops a download; what is there stays. */
export function pauseKeeping(id: number): void {
  running.get(id)?.abort();
  changeKept(id, { state: 'paused' });
}

/** Stops a download, or takes the kept book off the device. */
export async function removeBook(id: number): Promise<void> {
  running.get(id)?.abort();
  await dropKept(id);
}

/** Goes on with what a reload or a lost connection has stopped. */
export function resumeKeeping(orderOf: (entry: KeptBook) => KeepOrder): void {
  if (!environment().isOnline()) return;
  for (const entry of $kept.get().filter(({ state }) => state === 'keeping' || state === 'failed'))
    void keepBook(orderOf(entry));
}

function begin({ book, cover, addresses }: KeepOrder): void {
  const kept_at = new Date(environment().now()).toISOString();
  const known = keptBook(book.id) ?? { start: addresses.entry, total: 0, done: 0, bytes: 0, kept_at };
  putKept({ ...known, book, cover, state: 'keeping' });
}

/** The reader's word for it: no room, or no luck. */
function stateAfter(error: unknown): KeptBook['state'] {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
}

async function keepAll(order: KeepOrder, room: BookRoom, signal: AbortSignal): Promise<void> {
  const { book, addresses } = order;
  const names = ownCaches();
  const cache = await room.caches.open(names.book(book.id));
  const keeper = { room, cache, signal, origin: environment().origin() };
  const chapters = await keepChapterList(keeper, book.id);
  const [first] = chapters;
  if (!first) throw new KeepError('no chapters');
  const ways = chapters.map(({ id }) => addresses.chapter(id));
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = ways.filter((path) => !there.has(path));
  changeKept(book.id, { total: ways.length, done: ways.length - missing.length, start: addresses.chapter(first.id) });
  await inParallel(
    [
      () => keepSurroundings(order, keeper, addresses.chapter(first.id)),
      ...missing.map((path) => () => keepChapter(keeper, book.id, path)),
    ],
    (part) => part(),
  );
  if ($token.get() !== '')
    await keepUnlocked(
      keeper,
      book.id,
      chapters.filter(({ locked }) => locked),
    );
}

/** The list stands in the cache as the call's own answer. */
async function keepChapterList({ cache, origin, signal }: PageKeeper, book_id: number): Promise<readonly Chapter[]> {
  const answer = await callUpstream(bookChapters, { book_id }, { quiet: true, signal });
  if (!answer.success) throw new KeepError(answer.errors[0]?.code ?? 'book.chapters');
  await cache.put(origin + callKey(bookChapters.path, { book_id }), answerOf(answer.data));
  return answer.data.items;
}

/** What a book needs besides its chapters: its page, its cover, the ways to it, and the files of all these. */
async function keepSurroundings({ book, addresses }: KeepOrder, keeper: PageKeeper, start: string): Promise<void> {
  const { room, origin, signal } = keeper;
  const names = ownCaches();
  const shell = { ...keeper, cache: await room.caches.open(names.shell) };
  const files = {
    origin,
    fonts: true,
    cache: await room.caches.open(names.keptFiles),
    fetch: (url: string) => room.file(url, signal),
  };
  const pages: readonly (readonly [PageKeeper, string])[] = [
    ...[addresses.book, start].map((path) => [keeper, path] as const),
    ...addresses.shell.map((path) => [shell, path] as const),
  ];
  let bytes = await keepPictures(keeper, $host.get().apiPrefix, addresses.cover === undefined ? [] : [addresses.cover]);
  for (const [to, path] of pages) {
    const page = await keepPage(to, path);
    bytes += page.bytes + (await keepFilesOf({ path, text: page.text }, files));
  }
  const entry = await keeper.cache.match(origin + start);
  if (entry) await keeper.cache.put(origin + addresses.entry, entry);
  grow(book.id, { bytes });
}

async function keepChapter(keeper: PageKeeper, bookId: number, path: string): Promise<void> {
  const { text, bytes } = await keepPage(keeper, path);
  const pictures = await keepPictures(keeper, $host.get().apiPrefix, picturesIn(text));
  grow(bookId, { bytes: bytes + pictures, done: 1 });
}

/** Texts this visitor alone may read stand apart, under their own name, until they sign out. */
async function keepUnlocked(
  { room, origin, signal }: PageKeeper,
  book_id: number,
  locked: readonly Chapter[],
): Promise<void> {
  const cache = await room.caches.open(ownCaches().unlocked);
  await inParallel(locked, async ({ id: chapter_id }) => {
    const { data } = await callUpstream(chapterShow, { book_id, chapter_id }, { quiet: true, signal });
    if (!data.chapter || data.chapter.locked || $token.get() === '') return;
    await cache.put(origin + callKey(chapterShow.path, { book_id, chapter_id }), answerOf(data));
  });
}

function callKey(path: string, params: Readonly<Record<string, number>>): string {
  const { apiPrefix } = $host.get();
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return keptCall(apiPrefix, apiPrefix + path, query) ?? '';
}

const answerOf = (data: unknown) => Response.json({ success: 1, data, errors: [] });

function grow(id: number, { bytes, done = 0 }: { bytes: number; done?: number }): void {
  const entry = keptBook(id);
  if (entry) changeKept(id, { bytes: entry.bytes + bytes, done: entry.done + done });
}

/** One that fails leaves the rest to the others, and is told of once all have ended. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
