import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPart, type Part, type Shard } from './partial-release.ts';

const releasesOf = (brandFolder: string) => join(brandFolder, 'releases');

/** Where a finished part waits to be merged. */
export const partFolder = (brandFolder: string, ground: string, { index, of }: Shard) =>
  join(releasesOf(brandFolder), `.part-${ground}-${index}-of-${of}`);

/** What names the folders begin with in which a shard is rendered. */
export const shardPrefix = ({ index, of }: Shard) => `.next-part-${index}-of-${of}-`;

/** Takes the name of a folder in the making from one whose run has ended. */
export function setAside(releases: string, name: string): void {
  const aside = join(releases, name.replace(/^\.next/, '.part-left'));
  rmSync(aside, { recursive: true, force: true });
  renameSync(join(releases, name), aside);
}

/** Everything that runs and shards left in a brand's folder, finished or not. */
export function leftParts(brandFolder: string): Part[] {
  const releases = releasesOf(brandFolder);
  const names = existsSync(releases) ? readdirSync(releases) : [];
  const parts = names.filter((name) => /^\.(next|part)-/.test(name)).sort();
  return parts.flatMap((name) => openPart(join(releases, name)) ?? []);
}

/** What was rendered of one shard so far. */
export const partsOfShard = (brandFolder: string, { index, of }: Shard): Part[] =>
  leftParts(brandFolder).filter(({ shard }) => shard?.index === index && shard.of === of);

export function removeParts(parts: readonly Pick<Part, 'folder'>[]): void {
  for (const { folder } of parts) rmSync(folder, { recursive: true, force: true });
}

/** Puts a finished part in the place of what was rendered of it before. */
export function replacePart(folder: string, place: string, before: readonly Part[]): void {
  removeParts(before);
  renameSync(folder, place);
}
