import type { PlannedChapter, Resolution } from '../../contract/imports.ts';

/** Corrections to a book that are not stored yet. They survive a reload of the page. */
export interface Draft {
  /** Fingerprint of the text from which the chapters were read. */
  readonly fingerprint: string;
  readonly title: string;
  readonly author: string;
  /** Null if the chapters are not corrected. */
  readonly chapters: readonly PlannedChapter[] | null;
  readonly resolution: Resolution | null;
}

const keyOf = (batch: string, book: number) => `lectern-import:${batch}:${book}`;

/** The saved corrections; undefined if there are none or the file has been read differently since. */
export function readDraft(batch: string, book: number, fingerprint: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(batch, book)) ?? 'null') as Draft | null;
    return draft?.fingerprint === fingerprint ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(batch: string, book: number, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(batch, book), JSON.stringify(draft));
  } catch {
    // If storage is unavailable or full, the corrections last until the page is closed.
  }
}

export function deleteDraft(batch: string, book: number): void {
  try {
    sessionStorage.removeItem(keyOf(batch, book));
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}
