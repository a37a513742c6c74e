import type { ImportedBook } from '../epub/types.ts';
import type { FieldOverrides } from '../manuscript/index.ts';
import type { ReadAs } from './numbered/divide.ts';

/** A file of a folder, ZIP or export. */
export interface CollectionFile {
  /** Relative path with `/`. */
  readonly path: string;
  /** Reads the file; undefined for a picture in a folder, which is read only if it is a cover. */
  readonly read?: (() => Promise<Uint8Array>) | undefined;
}

/** Several files that are read together. */
export interface Collection {
  /** Name of the folder or file. Used in messages, and as the title of a book without one. */
  readonly name: string;
  readonly files: readonly CollectionFile[];
  readonly as?: ReadAs | undefined;
}

/** A book of a collection. */
export interface CollectionBook {
  readonly book: ImportedBook;
  /** Path of the file with the cover, if `book` does not contain the cover. */
  readonly coverFile?: string | undefined;
  readonly addresses?: OldAddresses | undefined;
  /** The only file of the book; undefined for a book of several files or posts. */
  readonly file?: { readonly path: string; readonly bytes: Uint8Array } | undefined;
  /** Whether the source marks the book as complete; undefined if unknown. */
  readonly isFinished?: boolean | undefined;
}

/** A file of a collection that is not imported. */
export interface Refusal {
  /** Path of the file in the collection. */
  readonly refused: string;
  readonly reason: string;
}

/** The URLs that a book had on another site: absolute, or relative to the root of the site. */
export interface OldAddresses {
  readonly book: readonly string[];
  /** The URLs of each chapter, in the order of the chapters. */
  readonly chapters: readonly (readonly string[])[];
}

export interface CollectionOptions {
  readonly overrides: FieldOverrides;
  /** Index of the only book to read; default: all books. */
  readonly only?: number | undefined;
  /** Called with the fraction of the collection that has been read: above 0, at most 1. */
  onProgress?(share: number): void;
}
