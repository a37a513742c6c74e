import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { openRelease } from '#src/publish/release/index.ts';
import { BRAND, type LecternBench } from './lectern.ts';
import { isListing, sampleEvenly } from './listings.ts';
import { differenceOf, visibleContent } from './same-page.ts';

/** Pages that a peer has built, each in a file named after its path. */
export interface PeerPages {
  readonly name: string;
  readonly pages: string;
  /**
   * Number of listing pages that the peer builds, evenly spread over all of them; if there are fewer, it builds all.
   */
  readonly count: number;
  /** Files that the generator adds to every build, such as an error page. */
  readonly added?: readonly string[];
}

const SAMPLE = 60;

/** Folder of the live release. */
export const liveFolder = ({ state }: Pick<LecternBench, 'state'>) => realpathSync(join(state, BRAND, 'current'));

/**
 * @throws LecternError BENCH if the peer built different pages, or a different number of pages, because speeds could
 * then not be compared
 */
export function assertSamePages(lectern: LecternBench, peer: PeerPages): void {
  assertCount(peer);
  const { name, pages, count } = peer;
  const release = openRelease(liveFolder(lectern));
  try {
    const listings = [...release.pages()].filter(({ path }) => isListing(path));
    for (const { path, file } of sampleEvenly(sampleEvenly(listings, count), SAMPLE)) {
      const page = visibleContent(readFileSync(join(release.folder, 'site', file), 'utf8'));
      const difference = differenceOf(page, visibleContent(readFileSync(join(pages, `${path}.html`), 'utf8')));
      if (difference === undefined) continue;
      throw new LecternError('BENCH', `No ratio to ${name}: its page ${path} differs: ${difference}.`);
    }
  } finally {
    release.close();
  }
}

/** @throws LecternError BENCH if a peer has not written the expected number of pages */
export function assertCount({ name, pages, count, added }: PeerPages): void {
  const written = writtenPages(pages, added);
  if (written !== count)
    throw new LecternError('BENCH', `No ratio to ${name}: it wrote ${written} pages instead of ${count}.`);
}

/** Counts the pages in a folder, except those that the generator adds to every build. */
export function writtenPages(folder: string, added: readonly string[] = []): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.html') && !added.includes(file)).length;
}

/** Returns the files that differ or exist in only one of two folders, as `diff -r` lists them. */
export function differingFiles(one: string, other: string): string[] {
  const [first, second] = [filesOf(one), filesOf(other)];
  const same = (file: string) =>
    first.has(file) && second.has(file) && readFileSync(join(one, file)).equals(readFileSync(join(other, file)));
  return [...first.union(second)].filter((file) => !same(file)).sort();
}

function filesOf(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return new Set(files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)));
}
