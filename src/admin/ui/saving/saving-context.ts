import { createContext, type RefObject } from 'react';
import type { RaRecord } from 'react-admin';
import type { Fields } from './conflicts.ts';

/** A save that was refused, because somebody else has changed the record. */
export interface Refused {
  /** The stored record. */
  readonly theirs: Fields;
  /** The values that were to be saved. */
  readonly yours: Fields;
  /** What both started from, if not the values that the form started from. */
  readonly base?: Fields;
}

/** The open form. */
export interface SavedForm {
  /** Takes over the stored record, but not over what was typed since `submitted`. */
  saved(record: RaRecord, submitted: Fields): void;
  /** Drops all unsaved changes. */
  discard(): void;
}

interface Saving {
  readonly form: RefObject<SavedForm | null>;
  readonly refused: Refused | undefined;
  setRefused(refused: Refused | undefined): void;
  /** @param at when the changes were made that the form has taken over from a draft */
  setRestored(at: number | undefined): void;
}

/** Connects `RecordEdit` with the `FormGuard` in its form. */
export const SavingContext = createContext<Saving | null>(null);
