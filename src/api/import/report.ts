import type { JobHooks } from '#src/lib/job-process.ts';
import type { OldAddresses, ReadAs } from '../collection/index.ts';
import type { FieldOverrides } from '../manuscript/index.ts';
import type { Store } from '../store/index.ts';
import type { NewBook, StoreWriter } from '../store/records.ts';
import type { Plan, Resolution } from './plan/types.ts';

/** The result of importing a file. */
export interface ImportReport {
  readonly file: string;
  readonly status: 'added' | 'updated' | 'unchanged' | 'refused';
  readonly bookId: number | null;
  readonly title: string | null;
  readonly author: string | null;
  /** Number of chapters, not counting sections. */
  readonly chapters: number;
  /** Number of sections, such as prefaces, which are not numbered. */
  readonly sections: number;
  /** Why the file was refused, and what to do; null if it was not. */
  readonly reason: string | null;
  /** The URLs of the book and its chapters on another site. */
  readonly oldAddresses?: OldAddresses | undefined;
  /** Number of redirects that were added from these URLs. */
  readonly redirects?: number | undefined;
  /** What was lost or guessed, and what to do. */
  readonly warnings: readonly string[];
}

export interface ImportOptions {
  readonly writer: StoreWriter;
  /**
   * The store of `writer`: its books are searched for those that a file resembles, and its media folder gets the
   * pictures.
   */
  readonly store: Pick<Store, 'catalogue' | 'media'>;
  readonly section?: number | undefined;
  /** Values that override those of the files. */
  readonly overrides?: FieldOverrides | undefined;
  /** What to do with a book that resembles a stored one; default: refuse it. */
  readonly resolution?: Resolution | undefined;
  /** Ids of the books that the import has added (resolve.ts). */
  readonly added?: Set<number> | undefined;
  /** Corrected chapters of a single book. */
  readonly plan?: Plan | undefined;
  /** How to read folders and ZIPs; if undefined, the names of their files decide. */
  readonly as?: ReadAs | undefined;
  /** Whether the files are in a watched folder, which other users can write to. */
  readonly isInbox?: boolean;
  /** The brands that offer the books (records.ts). */
  readonly brands?: NewBook['brands'] | undefined;
  readonly now: () => Date;
  /** Called with the progress of the current file, as a fraction up to 1. */
  onProgress?(file: string, share: number): void;
  /** Called with the processor time and memory that reading a file took. */
  readonly onUse?: JobHooks['onUse'] | undefined;
}

/** Creates the report of a file that is not imported. */
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
