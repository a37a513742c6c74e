import type { Row } from './database.ts';
import { toIndexText } from './tokenize.ts';

/** The columns of a book that can be searched. */
export type SearchedBook = Row & {
  id: number;
  title: string;
  author_name: string;
  category: string;
  sub_category: string | null;
  introduction: string;
  genres: string;
  tags: string;
  keywords: string;
  series: string | null;
  alternative_titles: string;
  original_title: string | null;
  original_author: string | null;
};

/** Returns the names of genres or keywords, in the order of the ids. Omits ids without a name. */
export type NamesOf = (table: 'genres' | 'keywords', ids: readonly number[]) => readonly string[];

/**
 * Returns the ids of the genres and keywords by which a book is found. Omits the keyword of its series, which the
 * column `series` contains.
 */
export function searchedNames({ genres, keywords, series }: SearchedBook): Record<'genres' | 'keywords', number[]> {
  const seriesKeyword: { keyword: { id: number } } | null = series && JSON.parse(series);
  const ids = (JSON.parse(keywords) as number[]).filter((keyword) => keyword !== seriesKeyword?.keyword.id);
  return { genres: JSON.parse(genres), keywords: ids };
}

/** All titles of a book, as one text for the search index. */
export const titlesOf = (title: string, alternatives: readonly string[] = [], original: string | null = null): string =>
  [title, ...alternatives, original ?? ''].join(' ');

/** The names of a book's author, as one text for the search index. */
export const authorsOf = (author: string, original: string | null = null): string => `${author} ${original ?? ''}`;

/** Returns the row of a book in `book_search`, as `putBook` writes it. */
export function bookSearchRow(book: SearchedBook, namesOf: NamesOf) {
  const { genres, keywords } = searchedNames(book);
  const subjects = [
    book.category,
    book.sub_category ?? '',
    ...namesOf('genres', genres),
    ...(JSON.parse(book.tags) as { name: string }[]).map(({ name }) => name),
    ...namesOf('keywords', keywords),
  ];
  return {
    rowid: book.id,
    title: toIndexText(titlesOf(book.title, JSON.parse(book.alternative_titles), book.original_title)),
    author: toIndexText(authorsOf(book.author_name, book.original_author)),
    subjects: toIndexText(subjects.join(' ')),
    introduction: toIndexText(book.introduction),
  };
}
