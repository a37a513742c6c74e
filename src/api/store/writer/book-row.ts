import { fold } from '#src/lib/fold-letters.ts';
import type { EditionField, NewBook } from '../records.ts';
import { authorId } from './authors.ts';
import type { PlannedChapter } from './chapter-plan.ts';
import { categoryId, nameId } from './names.ts';
import type { PublicationRow } from './publication.ts';
import type { Transaction } from './transaction.ts';

export type OldBook = PublicationRow & {
  id: number;
  fingerprint: string;
  /** Negative if the book is hidden. */
  section: number;
  title: string;
  author_id: number;
  category: string;
  sub_category: string | null;
  status: string;
  genres: string;
  tags: string;
  keywords: string;
  words: number;
  hot: number;
  brands: number;
  offered_by: string | null;
  work: string | null;
  alternative_titles: string;
  original_title: string | null;
  original_author: string | null;
  original_language: string | null;
  published_at: string;
  updated_at: string;
};

/** A book to be stored. Its section is negative if it is hidden. */
export interface PlacedBook extends Omit<NewBook, 'chapters' | 'publication'> {
  readonly chapters: readonly PlannedChapter[];
  /** Value of the column `publish_at`. */
  readonly publishAt: string | null;
}

/** Ids of the rows of a book's names. */
export interface Names {
  readonly author: number;
  readonly genres: readonly number[];
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly keywords: readonly number[];
  /** The keyword of the book's series. */
  readonly series: { readonly id: number; readonly name: string } | null;
  readonly categories: readonly number[];
}

export async function namesOf(transaction: Transaction, book: PlacedBook): Promise<Names> {
  const { section } = book;
  const ids = (table: 'genres' | 'tags' | 'keywords', list: readonly string[]) =>
    Array.fromAsync(new Set(list), async (name) => ({ id: await nameId(transaction, table, section, name), name }));
  const [series = null] = await ids('keywords', book.series ? [book.series.name] : []);
  const parts = book.subCategory === null ? [''] : ['', book.subCategory];
  return {
    author: await authorId(transaction, section, book.author),
    genres: (await ids('genres', book.genres)).map(({ id }) => id),
    tags: await ids('tags', book.tags),
    keywords: [
      ...new Set([...(await ids('keywords', book.keywords)), ...(series ? [series] : [])].map(({ id }) => id)),
    ],
    series,
    categories: await Array.fromAsync(parts, (sub) => categoryId(transaction, section, book.category, sub)),
  };
}

/** Returns the columns of a book, derived from its record. */
export function columns(transaction: Transaction, book: PlacedBook, names: Names, updatedAt: string) {
  const { key, fingerprint, section, title, category, status, introduction, rating, hot, language, source } = book;
  return {
    key,
    fingerprint,
    section,
    title,
    title_key: fold(title),
    author_id: names.author,
    author_name: book.author.name,
    category,
    sub_category: book.subCategory,
    status,
    introduction,
    genres: JSON.stringify(names.genres),
    tags: JSON.stringify(names.tags),
    keywords: JSON.stringify(names.keywords),
    words: wordsOf(book),
    chapters: chaptersOf(book),
    rating,
    rating_count: book.ratingCount ?? null,
    hot,
    language,
    cover: coverOf(book),
    source,
    series: names.series && JSON.stringify({ keyword: names.series, number: book.series?.number ?? null }),
    work: book.work ?? null,
    alternative_titles: JSON.stringify(book.alternativeTitles ?? []),
    original_title: book.originalTitle ?? null,
    original_author: book.originalAuthor ?? null,
    original_language: book.originalLanguage ?? null,
    published_at: book.publishedAt,
    updated_at: updatedAt,
    publish_at: book.publishAt,
    seq: transaction.nextSeq(),
  };
}

const publishedChapters = ({ chapters }: PlacedBook) => chapters.filter(({ number }) => number > 0);

export const wordsOf = (book: PlacedBook) => publishedChapters(book).reduce((sum, chapter) => sum + chapter.words, 0);

/** Returns the number of chapters. Counts sections such as prefaces only if the book has nothing else. */
function chaptersOf(book: PlacedBook): number {
  const published = publishedChapters(book);
  return published.filter((chapter) => chapter.kind === 'chapter').length || published.length;
}

/** Returns the cover as in the contract (`Cover`), with a URL relative to the prefix of the brand. */
function coverOf({ cover }: PlacedBook): string | null {
  return cover && JSON.stringify({ url: `/media/${cover.file}`, widths: cover.widths, tone: cover.tone });
}

/** The fields of a stored book that describe its edition. */
export const editionOf = (row: OldBook): Required<Pick<NewBook, EditionField>> => ({
  work: row.work,
  alternativeTitles: JSON.parse(row.alternative_titles),
  originalTitle: row.original_title,
  originalAuthor: row.original_author,
  originalLanguage: row.original_language,
});
