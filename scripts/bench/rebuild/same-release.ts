import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { openRelease } from '#src/release/index.ts';
import { isListing, thinned } from './listings.ts';
import { BRAND, type Ours } from './ours.ts';
import { differenceOf, shownBy } from './same-page.ts';

/** Pages of a peer, each in a file named after its address. */
export interface PeerPages {
  readonly name: string;
  readonly pages: string;
  /** How many of the listing pages it makes, evenly spread; all where there are fewer. */
  readonly count: number;
}

const SAMPLE = 60;

/** Folder of the live release. */
export const currentOf = ({ state }: Pick<Ours, 'state'>) => realpathSync(join(state, BRAND, 'current'));

/** @throws LecternError BENCH where a page of the peer is not what ours is: its speed would say nothing */
export function assertSame(ours: Ours, { name, pages, count }: PeerPages): void {
  const release = openRelease(currentOf(ours));
  try {
    const listings = [...release.pages()].filter(({ path }) => isListing(path));
    for (const { path, file } of thinned(thinned(listings, count), SAMPLE)) {
      const page = shownBy(readFileSync(join(release.folder, 'site', file), 'utf8'));
      const difference = differenceOf(page, shownBy(readFileSync(join(pages, `${path}.html`), 'utf8')));
      if (difference === undefined) continue;
      throw new LecternError('BENCH', `No ratio to ${name}: its page ${path} is another, ${difference}.`);
    }
  } finally {
    release.close();
  }
}
