import type { Book } from '../entities/book.ts';
import type { Chapter } from '../entities/chapter.ts';
import type { Genre, Keyword, Shelf, Tag } from '../entities/listing.ts';
import {
  bookChapters,
  bookRankBookList,
  bookRankList,
  recommendIndex3,
  recommendTagGroupList,
  seoBookTags,
  seoKeywordsPage,
} from '../index.ts';
import type { ProbeClient } from './probe-client.ts';

/** Records of the upstream, which checks use as parameters. A field is undefined if the lists have no such record. */
export interface Fixtures {
  readonly ranking: { readonly type: string; readonly id: number } | undefined;
  readonly shelf: Shelf | undefined;
  readonly genre: Genre | undefined;
  readonly tag: Tag | undefined;
  readonly keyword: Keyword | undefined;
  /** Preferably a book with several chapters, tags and keywords. */
  readonly book: Book | undefined;
  readonly chapters: readonly Chapter[];
  /** Id of a help event from the command line, because no call lists help events. */
  readonly event: number;
}

/** Finds records in the lists that need no parameters. */
export async function findFixtures(client: ProbeClient, event: number): Promise<Fixtures> {
  const ranking = await firstRanking(client);
  const ranked = ranking ? await client.dataOf(bookRankBookList, ranking) : undefined;
  const shelves = (await client.dataOf(recommendIndex3, {}))?.items ?? [];
  const book = richest([...(ranked?.items ?? []), ...shelves.flatMap(({ books }) => books)]);
  const chapters = book ? await client.dataOf(bookChapters, { book_id: book.id }) : undefined;
  return {
    ranking,
    book,
    event,
    shelf: shelves.find(({ books }) => books.length > 0),
    genre: (await client.dataOf(recommendTagGroupList, {}))?.items[0],
    tag: (await client.dataOf(seoBookTags, {}))?.items[0],
    keyword: (await client.dataOf(seoKeywordsPage, {}))?.items[0],
    chapters: chapters?.items ?? [],
  };
}

async function firstRanking(client: ProbeClient): Promise<Fixtures['ranking']> {
  const [first] = (await client.dataOf(bookRankList, {}))?.items ?? [];
  const id = first?.items[0]?.id;
  return first && id !== undefined ? { type: first.type, id } : undefined;
}

function richest(books: readonly Book[]): Book | undefined {
  const isRich = ({ chapters, tags, keywords }: Book) => chapters > 1 && tags.length > 0 && keywords.length > 0;
  return books.find(isRich) ?? books[0];
}
