import type { BookSummary, ImportBook, ReadSettings, StoreRequest } from '../../contract/imports.ts';
import type { Draft } from './draft-store.ts';
import { storeBlocker } from './store-blocker.ts';

/** The brands and the state of a new book. */
export interface Publication {
  readonly status: 'published' | 'draft';
  /** Ids of brands; empty for all. */
  readonly brands: readonly string[];
}

type ReadMetadata = Pick<BookSummary, 'fingerprint' | 'title' | 'authors'>;
type ReadBook = Pick<ImportBook, 'settings'> & {
  readonly preview: ReadMetadata & { readonly resembles: readonly unknown[] };
};
type CorrectedFields = Pick<Draft, 'title' | 'author'>;

/** A book without corrections. */
export const asRead = (preview: ReadMetadata): Draft => ({
  fingerprint: preview.fingerprint,
  title: preview.title,
  author: authorsOf(preview),
  chapters: null,
  resolution: null,
});

export const authorsOf = ({ authors }: Pick<BookSummary, 'authors'>): string => authors.join(', ');

/** Title and author, each only if it differs from the preview or was corrected before the last reading. */
export function correctedFields(
  { title, author }: CorrectedFields,
  { settings, preview }: ReadBook,
): Pick<ReadSettings, 'title' | 'author'> {
  return {
    ...((settings.title !== undefined || title.trim() !== preview.title) && { title: title.trim() }),
    ...((settings.author !== undefined || author.trim() !== authorsOf(preview)) && { author: author.trim() }),
  };
}

/** The request that stores a book with its corrections. */
export function storeRequest(
  book: ReadBook,
  { chapters, resolution, ...fields }: Draft,
  { status, brands }: Publication,
): StoreRequest {
  return {
    corrections: { ...book.settings, ...correctedFields(fields, book), ...(chapters && { chapters }) },
    ...(resolution && book.preview.resembles.length > 0 && { resolution }),
    ...(resolution?.as !== 'newVersion' && { status, ...(brands.length > 0 && { brands }) }),
  };
}

/** Whether a book can be stored without a further decision: it was read, and no question or correction is open. */
export function isStorable({ state, summary }: Pick<ImportBook, 'state' | 'summary'>, draft?: Draft): boolean {
  if (state !== 'ready' || !summary || summary.doubts > 0) return false;
  const resembles = summary.resembles.map((bookId) => ({ bookId }));
  return storeBlocker({ doubts: [], resembles }, { ...(draft ?? asRead(summary)), isUnread: false }) === null;
}
