import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRelease } from '#src/publish/release/index.ts';
import { type Listing, listingOf } from './cards.ts';
import { type Filled, learnTemplate, type Shape } from './page-template.ts';

/** A listing page as a peer builds it: its frame and each card are filled from a template and data. */
export interface PeerPage {
  readonly path: string;
  readonly frame: Filled;
  readonly cards: readonly Filled[];
}

/** The listing pages of a release, split into templates and data, from which a peer builds the same pages. */
export interface PeerData {
  readonly count: number;
  readonly frames: readonly Shape[];
  readonly cards: readonly Shape[];
  pages(): Iterable<PeerPage>;
}

/** Whether a path is a page of a keyword's list, like nearly all pages of a bench catalogue. */
export const isListing = (path: string) =>
  /^\/keywords\/[^/]+\/\d+$/.test(path) || /^\/keywords\/(?!\d+$)[^/]+$/.test(path);

/** @param maxPages maximum number of pages to read, evenly spread */
export function readPeerData(release: string, maxPages = Number.POSITIVE_INFINITY): PeerData {
  const files = sampleEvenly(listingFiles(release), maxPages);
  const listings = () => eachListing(release, files);
  const cards = new Set<string>();
  for (const listing of listings()) for (const card of listing.cards) cards.add(card);
  const card = learnTemplate(cards);
  const frame = learnTemplate(framesOf(listings()));
  const filled = new Map([...cards].map((html) => [html, card.fill(html)]));
  return {
    count: files.length,
    frames: frame.shapes,
    cards: card.shapes,
    *pages() {
      for (const { path, frame: html, cards: shown } of listings()) {
        yield { path, frame: frame.fill(html), cards: shown.flatMap((one) => filled.get(one) ?? []) };
      }
    },
  };
}

function* framesOf(listings: Iterable<Listing>): Iterable<string> {
  for (const { frame } of listings) yield frame;
}

function listingFiles(folder: string): { path: string; file: string }[] {
  const release = openRelease(folder);
  try {
    return [...release.pages()].filter(({ path }) => isListing(path)).map(({ path, file }) => ({ path, file }));
  } finally {
    release.close();
  }
}

/** Selects at most `maxItems` items of a list, evenly spread. */
export function sampleEvenly<T>(all: readonly T[], maxItems: number): T[] {
  const every = Math.max(1, all.length / maxItems);
  return all.filter((_one, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
}

function* eachListing(release: string, files: readonly { path: string; file: string }[]): Iterable<Listing> {
  for (const { path, file } of files) yield listingOf(path, readFileSync(join(release, 'site', file), 'utf8'));
}
