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
import { inOrder } from '#src/lib/in-order.ts';
import { listKey, shelfKey } from './list-key.ts';
import type { Pull } from './pull.ts';
import type { SectionWriter } from './section-writer.ts';

const RANKING_BOOKS = 1000;
const SECTION_BOOKS = 2000;
const LISTS_AT_A_TIME = 4;

/** A list to be pulled: its key, and how to pull its books in the upstream's order. */
export interface Given {
  readonly key: string;
  readonly books: () => Promise<readonly Book[]>;
  /** What the list is called, where its books do not tell. */
  readonly name?: string;
}

interface Pulled {
  readonly key: string;
  readonly books: readonly Book[];
  readonly name?: string;
}

/**
 * Pulls banners, shelves, genres and rankings, and the books behind shelves and rankings. Where they are what they
 * were, and so is every book, nothing is written.
 */
export async function pullEditorial(pull: Pull, writer: SectionWriter): Promise<{ genres: Genre[] }> {
  const [banners, shelves, genres, rankings] = await Promise.all([
    pull.one(bannerIndex, {}),
    pull.one(recommendIndex3, {}),
    pull.one(recommendTagGroupList, {}),
    pull.one(bookRankList, {}),
  ]);
  const menus = {
    banners: banners.items,
    genres: genres.items,
    rankings: rankings.items,
    shelves: shelves.items.map(({ books: _, ...shelf }) => shelf),
  };
  const lists: Pulled[] = shelves.items.map(({ id, books }) => ({ key: shelfKey(id), books }));
  const asked = [
    ...rankings.items.flatMap((type) => rankingLists(pull, type)),
    ...shelves.items.map((shelf) => sectionList(pull, shelf)),
  ];
  for await (const list of pullGiven(asked)) lists.push(list);
  const mark = hash(JSON.stringify([menus, lists.map((list) => hash(JSON.stringify(list), 32))]), 32);
  if (writer.hasGiven(mark)) return { genres: genres.items };
  writer.clearGiven(mark);
  for (const [kind, items] of Object.entries(menus)) writer.putMenu(kind, items);
  for (const { key, books } of lists) writer.putList(key, books);
  return { genres: genres.items };
}

const rankingLists = (pull: Pull, { type, items }: RankingType): Given[] =>
  items.map(({ id }) => ({
    key: listKey({ kind: 'ranking', type, id }),
    books: () => pull.entries<Book>(bookRankBookList, { type, id }, RANKING_BOOKS),
  }));

const sectionList = (pull: Pull, { id }: Shelf): Given => ({
  key: listKey({ kind: 'section', id }),
  books: () => pull.entries<Book>(recommendSectionBooks, { section_id: id }, SECTION_BOOKS),
});

/** Pulls several lists at a time and writes those with books in the order given. */
export async function putGiven(writer: SectionWriter, lists: Iterable<Given>): Promise<void> {
  for await (const { key, books, name } of pullGiven(lists)) writer.putList(key, books, name);
}

/** The lists with books, in the order given. */
async function* pullGiven(lists: Iterable<Given>): AsyncGenerator<Pulled> {
  const pulled = inOrder(lists, LISTS_AT_A_TIME, async (list) => ({
    ...list,
    books: await list.books(),
  }));
  for await (const list of pulled) if (list.books.length > 0) yield list;
}
