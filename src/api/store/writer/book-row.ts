import { fold } from '#src/lib/fold-letters.ts';
import type { NewBook } from '../records.ts';
import { authorId } from './authors.ts';
import type { PlannedChapter } from './chapter-plan.ts';
import { categoryId, nameId } from './names.ts';
import type { PublicationRow } from './publication.ts';
import type { Transaction } from './transaction.ts';

export type OldBook = PublicationRow & {
  id: number;
  fingerprint: string;
  /** Below zero where the book is not shown. */
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
  published_at: string;
  updated_at: string;
};

/** A book as it is to be stored. Its section is below zero where it is not shown. */
export interface PlacedBook extends Omit<NewBook, 'chapters' | 'publication'> {
  readonly chapters: readonly PlannedChapter[];
  /** The column `publish_at`. */
  readonly publishAt: string | null;
}

/** The rows a book's names stand for. */
export interface Names {
  readonly author: number;
  readonly genres: readonly number[];
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly keywords: readonly number[];
  /** The keyword of its series. */
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

export const COLUMNS = [
  'key',
  'fingerprint',
  'section',
  'title',
  'title_key',
  'author_id',
  'author_name',
  'category',
  'sub_category',
  'status',
  'introduction',
  'genres',
  'tags',
  'keywords',
  'words',
  'chapters',
  'rating',
  'rating_count',
  'hot',
  'language',
  'cover',
  'source',
  'series',
  'published_at',
  'updated_at',
  'publish_at',
  'seq',
];

export function columns(transaction: Transaction, book: PlacedBook, names: Names, updatedAt: string) {
  const { key, fingerprint, section, title, author, category, subCategory, status, introduction } = book;
  const lists = [names.genres, names.tags, names.keywords].map((list) => JSON.stringify(list));
  return [
    key,
    fingerprint,
    section,
    title,
    fold(title),
    names.author,
    author.name,
    category,
    subCategory,
    status,
    introduction,
    ...lists,
    wordsOf(book),
    chaptersOf(book),
    book.rating,
    book.ratingCount ?? null,
    book.hot,
    book.language,
    coverOf(book),
    book.source,
    names.series && JSON.stringify({ keyword: names.series, number: book.series?.number ?? null }),
    book.publishedAt,
    updatedAt,
    book.publishAt,
    transaction.nextSeq(),
  ];
}

const shownOf = ({ chapters }: PlacedBook) => chapters.filter(({ number }) => number > 0);

export const wordsOf = (book: PlacedBook) => shownOf(book).reduce((sum, chapter) => sum + chapter.words, 0);

/** Prefaces and the like are not counted, unless the book has nothing else. */
function chaptersOf(book: PlacedBook): number {
  const shown = shownOf(book);
  return shown.filter((chapter) => chapter.kind === 'chapter').length || shown.length;
}

/** As the contract's Cover: its address lies below the brand's prefix. */
function coverOf({ cover }: PlacedBook): string | null {
  return cover && JSON.stringify({ url: `/media/${cover.file}`, widths: cover.widths, tone: cover.tone });
}
