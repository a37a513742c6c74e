import type { Page } from '@playwright/test';
import type { Paths } from '#src/routes/paths.ts';

/** What screens take their addresses from: entries of the store that have something to show. */
export interface Known {
  readonly paths: Paths;
  /** The first book of the first shelf, with its chapters. */
  readonly book: BookEntry;
  readonly chapters: readonly { readonly id: number; readonly number: number; readonly title: string }[];
  /** A locked chapter and its book; the book's first chapter where the store has none locked. */
  readonly locked: { readonly book: number; readonly chapter: number };
  readonly uncovered: BookEntry;
  readonly author: Entry;
  readonly genre: Entry;
  readonly tag: Entry;
  readonly keyword: Entry;
  readonly shelf: Entry;
  readonly category: { readonly name: string; readonly sub: string | null };
  readonly ranking: { readonly type: string; readonly id: number };
  /** A help event in each state that a first visit may find. */
  readonly help: Readonly<Record<'open' | 'success' | 'expired', { readonly book: BookEntry; readonly id: number }>>;
  readonly visitor: Visitor;
}

export interface Entry {
  readonly id: number;
  readonly name: string;
}

export interface BookEntry {
  readonly id: number;
  readonly title: string;
  readonly category: { readonly name: string; readonly sub_name: string | null };
}

/** What localStorage holds of a visitor who is signed in, and of one who has read. */
export interface Visitor {
  readonly session: Readonly<Record<string, string>>;
  readonly reading: Readonly<Record<string, string>>;
}

export interface Screen {
  /** File name, and what --only takes. */
  readonly name: string;
  path(known: Known): string;
  /** Taken in every brand, not in two alone. */
  readonly everywhere?: boolean;
  /** What the visitor's browser holds: nothing, a reading history, or that and a session. */
  readonly visitor?: 'reader' | 'signed-in';
  /** The page is asked for while nothing answers behind the site. */
  readonly upstream?: 'gone';
  /** HTTP status of the page; 200 unless given. */
  readonly status?: number;
  /** Brings the page into the state to be shown. */
  act?(page: Page): Promise<void>;
}
