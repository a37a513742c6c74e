import type { Book } from '#src/contract/entities/book.ts';
import type { Genre, RankingType, Shelf } from '#src/contract/entities/listing.ts';
import {
  bannerIndex,
  bookRankBookList,
  bookRankList,
  recommendIndex3,
  recommendSectionBooks,
  recommendTagGroupList,
} from '#src/contract/index.ts';
import { hash } from '#src/lib/hash.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { listKey, shelfKey } from './list-key.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import type { UpstreamReader } from './upstream-reader.ts';

const RANKING_BOOKS = 1000;
const SECTION_BOOKS = 2000;
const CONCURRENT_LISTS = 4;

/** A list ordered by the upstream: its key, and how to pull its books. */
export interface UpstreamList {
  readonly key: string;
  readonly books: () => Promise<readonly Book[]>;
  /** The list's name, if it cannot be derived from its books. */
  readonly name?: string;
}

interface PulledList {
  readonly key: string;
  readonly books: readonly Book[];
  readonly name?: string;
}

/**
 * Pulls banners, shelves, genres and rankings, and the books of shelves and rankings. Writes nothing if all of these
 * and all books are unchanged.
 */
export async function pullEditorial(reader: UpstreamReader, writer: SnapshotWriter): Promise<{ genres: Genre[] }> {
  const [banners, shelves, genres, rankings] = await Promise.all([
    reader.read(bannerIndex, {}),
    reader.read(recommendIndex3, {}),
    reader.read(recommendTagGroupList, {}),
    reader.read(bookRankList, {}),
  ]);
  const menus = {
    banners: banners.items,
    genres: genres.items,
    rankings: rankings.items,
    shelves: shelves.items.map(({ books: _, ...shelf }) => shelf),
  };
  const lists: PulledList[] = shelves.items.map(({ id, books }) => ({ key: shelfKey(id), books }));
  const upstreamLists = [
    ...rankings.items.flatMap((type) => rankingLists(reader, type)),
    ...shelves.items.map((shelf) => sectionList(reader, shelf)),
  ];
  for await (const list of pullUpstreamLists(upstreamLists)) lists.push(list);
  const fingerprint = hash(JSON.stringify([menus, lists.map((list) => hash(JSON.stringify(list), 32))]), 32);
  if (writer.hasUpstreamLists(fingerprint)) return { genres: genres.items };
  writer.clearUpstreamLists(fingerprint);
  for (const [kind, items] of Object.entries(menus)) writer.putMenu(kind, items);
  for (const { key, books } of lists) writer.putList(key, books);
  return { genres: genres.items };
}

const rankingLists = (reader: UpstreamReader, { type, items }: RankingType): UpstreamList[] =>
  items.map(({ id }) => ({
    key: listKey({ kind: 'ranking', type, id }),
    books: () => reader.readList<Book>(bookRankBookList, { type, id }, RANKING_BOOKS),
  }));

const sectionList = (reader: UpstreamReader, { id }: Shelf): UpstreamList => ({
  key: listKey({ kind: 'section', id }),
  books: () => reader.readList<Book>(recommendSectionBooks, { section_id: id }, SECTION_BOOKS),
});

/** Pulls lists concurrently and writes the non-empty ones in the order of `lists`. */
export async function putUpstreamLists(writer: SnapshotWriter, lists: Iterable<UpstreamList>): Promise<void> {
  for await (const { key, books, name } of pullUpstreamLists(lists)) writer.putList(key, books, name);
}

/** Pulls lists concurrently and yields the non-empty ones in the order of `lists`. */
async function* pullUpstreamLists(lists: Iterable<UpstreamList>): AsyncGenerator<PulledList> {
  const pulled = mapConcurrently(lists, CONCURRENT_LISTS, async (list) => ({
    ...list,
    books: await list.books(),
  }));
  for await (const list of pulled) if (list.books.length > 0) yield list;
}
