import type { Row } from './database.ts';
import { toIndexText } from './tokenize.ts';

/** The searchable text of a book, from its row. */
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
};

/** Names of a book's genres or keywords, in the order of their ids; ids without a name are omitted. */
export type NamesOf = (table: 'genres' | 'keywords', ids: readonly number[]) => readonly string[];

/** Ids of the names that the search needs in addition to the book's row, except the keyword of the book's series. */
export function searchedNames({ genres, keywords, series }: SearchedBook): Record<'genres' | 'keywords', number[]> {
  const seriesKeyword: { keyword: { id: number } } | null = series && JSON.parse(series);
  const ids = (JSON.parse(keywords) as number[]).filter((keyword) => keyword !== seriesKeyword?.keyword.id);
  return { genres: JSON.parse(genres), keywords: ids };
}

/** The row of `book_search`, equal to what `putBook` writes. */
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
    title: toIndexText(book.title),
    author: toIndexText(book.author_name),
    subjects: toIndexText(subjects.join(' ')),
    introduction: toIndexText(book.introduction),
  };
}
