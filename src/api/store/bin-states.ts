import type { NewBook, NewChapter } from './records.ts';
import type { StoredName } from './revision-states.ts';

/** Time for which deleted records can be restored. */
export const BIN_DAYS = 30;

type Column = string | number | null;

/** The columns of a row, without its id. */
export type BinRowValues = Readonly<Record<string, Column>>;

/** The place of a book in a shelf or ranking. */
export interface ListPlace {
  readonly list: 'shelf' | 'ranking';
  readonly id: number;
  readonly position: number;
}

/** A deleted book. Its chapters are stored separately. */
export interface DeletedBook {
  readonly record: Omit<NewBook, 'chapters'>;
  readonly author: StoredName & { readonly introduction: string };
  readonly genres: readonly StoredName[];
  readonly tags: readonly StoredName[];
  /** Includes the keyword of the series. */
  readonly keywords: readonly StoredName[];
  readonly banners: readonly DeletedRow[];
  readonly helpEvents: readonly DeletedRow[];
}

export interface DeletedRow {
  readonly id: number;
  readonly values: BinRowValues;
}

export interface DeletedChapter {
  readonly chapter: NewChapter;
  /** 1-based position in the book. */
  readonly place: number;
}

/** Where a deleted chapter was: the chapters before it, the nearest one last. They may be deleted as well. */
export interface ChapterPlace {
  readonly previous: readonly number[];
}

/** A deleted shelf, ranking, banner, help event, genre or keyword. */
export interface DeletedRecord {
  readonly values: BinRowValues;
  /** The books of a shelf or ranking. */
  readonly books?: readonly { readonly book: number; readonly position: number }[];
  /** The tags of a genre. */
  readonly tags?: readonly StoredName[];
}
