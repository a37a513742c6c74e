import type { Page } from '@playwright/test';
import type { Paths } from '#src/routes/paths.ts';

/** Entries in the store that give screens something to show. Screens derive their URLs from them. */
export interface Known {
  readonly paths: Paths;
  /** The first book of the first shelf, with its chapters. */
  readonly book: BookEntry;
  readonly chapters: readonly { readonly id: number; readonly number: number; readonly title: string }[];
  /** A locked chapter and its book. If no chapter is locked, it is the first chapter of the first book. */
  readonly locked: { readonly book: number; readonly chapter: number };
  readonly uncovered: BookEntry;
  readonly author: Entry;
  readonly genre: Entry;
  readonly tag: Entry;
  readonly keyword: Entry;
  readonly shelf: Entry;
  readonly category: { readonly name: string; readonly sub: string | null };
  readonly ranking: { readonly type: string; readonly id: number };
  /** A help event in each state that a first visit may show. */
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

/** Content of localStorage for a signed-in visitor, and for a visitor with a reading history. */
export interface Visitor {
  readonly session: Readonly<Record<string, string>>;
  readonly reading: Readonly<Record<string, string>>;
}

export interface Screen {
  /** Name of the screenshot's file, and value for --only. */
  readonly name: string;
  path(known: Known): string;
  /** Whether to capture the screen for every brand, not just for two. */
  readonly everywhere?: boolean;
  /** State of the visitor's browser: empty, with a reading history, or with a reading history and a session. */
  readonly visitor?: 'reader' | 'signed-in';
  /** `gone`: the page is requested while the upstream is down. */
  readonly upstream?: 'gone';
  /** Expected HTTP status of the page; default: 200. */
  readonly status?: number;
  /** Brings the page into the state that the screenshot shows. */
  act?(page: Page): Promise<void>;
}
