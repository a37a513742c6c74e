import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { openRelease, type Release } from './release.ts';
import { isFinishedRelease } from './release-folders.ts';

export interface ReleaseDiff {
  readonly added: string[];
  readonly changed: string[];
  readonly removed: string[];
  /** Browser files, robots.txt and sitemaps, by URL. A changed browser file has a new URL. */
  readonly assets: { readonly added: string[]; readonly changed: string[]; readonly removed: string[] };
}

/** Returns the paths that differ between two releases of `var/<brand>`. */
export function diffReleases(brandFolder: string, from: string, to: string): ReleaseDiff {
  using opened = new DisposableStack();
  const openOne = (id: string) => opened.adopt(open(brandFolder, id), (release) => release.close());
  return compare(openOne(from), openOne(to));
}

function open(brandFolder: string, id: string): Release {
  const folder = join(brandFolder, 'releases', id);
  if (!isFinishedRelease(brandFolder, id))
    throw new ConfigError(`There is no release ${id}. See: npm run releases -- --brand ID list`);
  return openRelease(folder);
}

function compare(before: Release, after: Release): ReleaseDiff {
  const diff: ReleaseDiff = {
    added: [],
    changed: [],
    removed: [],
    assets: {
      added: assetsOnlyIn(after, before),
      changed: after
        .assets()
        .flatMap(({ url, version }) => (isOther(version, before.asset(url)?.version) ? [url] : [])),
      removed: assetsOnlyIn(before, after),
    },
  };
  for (const { path, hash } of after.pages()) {
    const old = before.page(path);
    if (!old) diff.added.push(path);
    else if (old.hash !== hash) diff.changed.push(path);
  }
  for (const { path } of before.pages()) {
    if (!after.page(path)) diff.removed.push(path);
  }
  return diff;
}

const isOther = (version: string, before: string | undefined) => before !== undefined && version !== before;

const assetsOnlyIn = (release: Release, other: Release): string[] =>
  release.assets().flatMap(({ url }) => (other.hasAsset(url) ? [] : [url]));
