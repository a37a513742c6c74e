import { ConfigError } from '#src/lib/errors.ts';
import { findPartialReleases, type PartialRelease } from '#src/publish/release/index.ts';
import type { RebuildMode } from './types.ts';

/**
 * The partial releases whose pages a run can use: for a merge, all its parts in order; for any other run, all partial
 * releases with the same build key.
 * @param buildKey see build-key.ts
 * @throws ConfigError naming a part of the merge that is missing, incomplete or has a different build key
 */
export function reusableReleases(brandFolder: string, buildKey: string, run: RebuildMode): PartialRelease[] {
  const all = findPartialReleases(brandFolder);
  if (run.mode !== 'merge') return all.filter((partial) => partial.buildKey === buildKey);
  const of = run.shards;
  return Array.from({ length: of }, (_, position) => {
    const index = position + 1;
    const candidates = all.filter(({ shard }) => shard?.index === index && shard.of === of);
    const match = candidates.find((partial) => partial.buildKey === buildKey && partial.isComplete);
    if (match) return match;
    throw new ConfigError(
      `Shard ${index} of ${of} ${problemOf(candidates[0], brandFolder, buildKey)}. Start the night again.`,
    );
  });
}

function problemOf(part: PartialRelease | undefined, brandFolder: string, buildKey: string): string {
  if (!part) return `is not in ${brandFolder}/releases`;
  const problem = part.buildKey === buildKey ? 'is incomplete' : 'was rendered with other code, or for a changed brand';
  return `(${part.folder}) ${problem}`;
}
