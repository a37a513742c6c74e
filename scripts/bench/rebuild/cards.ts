import { LecternError } from '#src/lib/errors.ts';

/** A listing page split into its cards and the frame around them. */
export interface Listing {
  /** Path on the site, such as `/keywords/satire/2`. */
  readonly path: string;
  /** The page with the placeholder `CARDS` instead of its cards. */
  readonly frame: string;
  readonly cards: readonly string[];
}

/** Placeholder for the cards in a frame. */
export const CARDS = '<cards></cards>';
const CARD = /<li class="item"[\s\S]*?<\/li>/g;

/** @throws LecternError BENCH if the page has no recognizable cards */
export function listingOf(path: string, html: string): Listing {
  const cards = [...html.matchAll(CARD)];
  const [first] = cards;
  const last = cards.at(-1);
  if (!first || !last) throw new LecternError('BENCH', `${path} has no cards that match ${CARD.source}.`);
  const texts = cards.map(([text]) => text);
  const frame = html.slice(0, first.index) + CARDS + html.slice(last.index + last[0].length);
  return { path, frame, cards: texts };
}
