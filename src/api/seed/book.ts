import { hash } from '#src/lib/hash.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { NewBook } from '../store/records.ts';
import { type Artwork, type CoverOptions, coverArt } from './covers/index.ts';
import { createRandom } from './random.ts';

/** A book of the demo catalogue, with the file of its cover. */
export interface SeedBook {
  readonly book: NewBook;
  readonly art: Artwork;
}

/** Prefix of the keys of all books in the demo catalogue. Imported books have other keys. */
export const SEED_KEY = 'seed:';

export type BookDraft = Omit<NewBook, 'key' | 'fingerprint' | 'cover' | 'source' | 'ratingCount'> & {
  readonly id: string;
};

export interface CoverSpec {
  readonly tone: number;
  /** Books with the same value have the same cover, which has no title. */
  readonly shared?: string | undefined;
  readonly design?: CoverOptions['design'];
}

/** Completes a book with its cover, key and fingerprint. */
export function finishBook({ id, ...draft }: BookDraft, { tone, shared, design }: CoverSpec): SeedBook {
  const words = { title: draft.title, author: draft.author.name };
  const options = { key: shared ?? id, tone, category: draft.category, design };
  const art = coverArt({ ...options, words: shared === undefined ? words : null });
  const cover = { file: art.file, widths: [], tone };
  const fields = { ...draft, ratingCount: ratingCountOf(id, draft), key: `${SEED_KEY}${id}`, cover, source: null };
  return { book: { ...fields, fingerprint: hash(stableJson(fields), 32) }, art };
}

/** Returns the number of ratings. Popular books have more. */
function ratingCountOf(id: string, { rating, hot }: BookDraft | Omit<BookDraft, 'id'>): number {
  return rating === null ? 0 : 1 + Math.floor((0.1 + createRandom(`${id} ratings`).next() * 0.4) * hot);
}
