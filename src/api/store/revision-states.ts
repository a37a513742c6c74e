import type { NewBook, NewChapter } from './records.ts';

/** A name that books share, as it was when a book had it. */
export interface StoredName {
  readonly id: number;
  readonly name: string;
}

/** The fields of a book in a revision. */
export interface BookState {
  readonly title: string;
  readonly author: StoredName;
  readonly introduction: string;
  readonly category: string;
  readonly sub_category: string | null;
  readonly status: NewBook['status'];
  readonly genres: readonly StoredName[];
  readonly tags: readonly StoredName[];
  readonly keywords: readonly StoredName[];
  /** With the id of its keyword, which revisions of older versions lack. */
  readonly series: (NonNullable<NewBook['series']> & { readonly id?: number }) | null;
  readonly language: string;
  readonly brands: readonly string[] | null;
  readonly rating: number | null;
  readonly rating_count: number | null;
  readonly hot: number;
  readonly cover: { readonly url: string; readonly widths: readonly number[]; readonly tone: number } | null;
  readonly source: string | null;
  /** Revisions of older versions lack the fields of the edition. */
  readonly work?: string | null;
  readonly alternative_titles?: readonly string[];
  readonly original_title?: string | null;
  readonly original_author?: string | null;
  readonly original_language?: string | null;
  readonly state: string;
  readonly publish_at: string | null;
}

/** The fields of a chapter in a revision. */
export interface ChapterState {
  readonly title: string;
  readonly part: string | null;
  readonly kind: NewChapter['kind'];
  readonly html: string;
  readonly words: number;
  readonly price: number | null;
  readonly free_from: string | null;
  readonly state: string;
  readonly publish_at: string | null;
  /** Position in the book, from 1. Revisions of older versions lack it. */
  readonly place?: number;
  /** Only if the next save moved the chapter: ids of the chapters before it, the nearest one last. */
  readonly previous?: readonly number[];
}

/** The settings of a brand in a revision; pictures by name. */
export type BrandState = Readonly<Record<string, unknown>>;

export interface RevisionStates {
  readonly brand: BrandState;
  readonly book: BookState;
  readonly chapter: ChapterState;
}
export type RevisedKind = keyof RevisionStates;

/** Saves of the same editor in the admin within this time become one revision. */
export const SITTING_MINUTES = 10;
/** Revisions of this age or younger are kept. */
export const REVISION_DAYS = 90;
/** The latest revisions of each record are kept, whatever their age. */
export const MIN_REVISIONS = 20;
/** The oldest revisions beyond this number are deleted, whatever their age. */
export const MAX_REVISIONS = 500;
