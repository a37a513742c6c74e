import type { JobHooks } from '#src/lib/job-process.ts';
import type { OldAddresses, ReadAs } from '../collection/index.ts';
import type { FieldOverrides } from '../manuscript/index.ts';
import type { Store } from '../store/index.ts';
import type { NewBook, StoreWriter } from '../store/records.ts';
import type { Plan, Resolution } from './plan/types.ts';

/** The result for one file. */
export interface ImportReport {
  readonly file: string;
  readonly status: 'added' | 'updated' | 'unchanged' | 'refused';
  readonly bookId: number | null;
  readonly title: string | null;
  readonly author: string | null;
  /** Number of numbered chapters. */
  readonly chapters: number;
  /** Number of readable sections that are not numbered. */
  readonly sections: number;
  /** Why a file was rejected: what happened and what to do. */
  readonly reason: string | null;
  /** Addresses of the book and its chapters on the site that it comes from. */
  readonly oldAddresses?: OldAddresses | undefined;
  /** Number of redirects added from old addresses. */
  readonly redirects?: number | undefined;
  /** What was lost or guessed in an imported file: what happened and what to do. */
  readonly warnings: readonly string[];
}

export interface ImportOptions {
  readonly writer: StoreWriter;
  /** The writer's store: the folder of pictures, and the books that a file may resemble. */
  readonly store: Pick<Store, 'catalogue' | 'media'>;
  readonly section?: number | undefined;
  /** Values that override those of the files. */
  readonly overrides?: FieldOverrides | undefined;
  /** What to do with a book that resembles a stored one. By default it is refused. */
  readonly resolution?: Resolution | undefined;
  /** Ids of the books that the import has added (resolve.ts). */
  readonly added?: Set<number> | undefined;
  /** Corrected chapters of a single book. */
  readonly plan?: Plan | undefined;
  /** How folders and ZIPs are read; if undefined, the names of their files decide. */
  readonly as?: ReadAs | undefined;
  /** Whether the files are in a watched folder, which others can write to. */
  readonly isInbox?: boolean;
  /** The brands that offer the books (records.ts). */
  readonly brands?: NewBook['brands'] | undefined;
  readonly now: () => Date;
  /** Receives the progress of the current file, as a share up to 1. */
  onProgress?(file: string, share: number): void;
  /** Receives the resources that reading a file took. */
  readonly onUse?: JobHooks['onUse'] | undefined;
}

/** The report of a file that is not imported. */
export const refusal = (file: string, reason: string): ImportReport => ({
  file,
  status: 'refused',
  bookId: null,
  title: null,
  author: null,
  chapters: 0,
  sections: 0,
  reason,
  warnings: [],
});
