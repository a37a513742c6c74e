import { createContext, type RefObject } from 'react';
import type { RaRecord } from 'react-admin';
import type { Fields } from './conflicts.ts';

/** A save that was refused, because somebody else has changed the record. */
export interface Refused {
  /** The stored record. */
  readonly theirs: Fields;
  /** The values that the form tried to save. */
  readonly yours: Fields;
  /** The common ancestor of both versions. Default: the values that the form started from. */
  readonly base?: Fields;
}

/** The open form. */
export interface SavedForm {
  /** Fills in the stored record, except fields that have been edited since `submitted`. */
  saved(record: RaRecord, submitted: Fields): void;
  /** Drops all unsaved changes. */
  discard(): void;
}

interface Saving {
  readonly form: RefObject<SavedForm | null>;
  readonly refused: Refused | undefined;
  setRefused(refused: Refused | undefined): void;
  /** @param at when the restored draft was stored; undefined if the form contains no draft */
  setRestored(at: number | undefined): void;
}

/** Connects `RecordEdit` with the `FormGuard` in its form. */
export const SavingContext = createContext<Saving | null>(null);
