import { readdirSync, readFileSync, realpathSync } from 'node:fs';
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
  /** How many pages it makes; of the listing pages as many, evenly spread, or all where there are fewer. */
  readonly count: number;
  /** Files that it adds of its own accord, such as an error page. */
  readonly added?: readonly string[];
}

const SAMPLE = 60;

/** Folder of the live release. */
export const currentOf = ({ state }: Pick<Ours, 'state'>) => realpathSync(join(state, BRAND, 'current'));

/** @throws LecternError BENCH where the peer's pages are not as many or not what ours are: its speed would say nothing */
export function assertSame(ours: Ours, peer: PeerPages): void {
  assertCount(peer);
  const { name, pages, count } = peer;
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

/** @throws LecternError BENCH where a peer has not written as many pages as it was to */
export function assertCount({ name, pages, count, added }: PeerPages): void {
  const written = writtenPages(pages, added);
  if (written !== count)
    throw new LecternError('BENCH', `No ratio to ${name}: it wrote ${written} pages, not ${count}.`);
}

/** Pages in a folder, without those that a generator adds of its own accord. */
export function writtenPages(folder: string, added: readonly string[] = []): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.html') && !added.includes(file)).length;
}
