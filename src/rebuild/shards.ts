import { ConfigError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { findPartialReleases, type PartialRelease, type Shard } from '#src/release/index.ts';
import type { PageRenderer } from './page-renderer.ts';
import type { RenderJob } from './plan.ts';

/** The number of the shard, from 1, that renders a page. It depends on the path alone, so all machines agree. */
export const shardOf = (path: string, of: number) => (Number.parseInt(hash(path, 12), 16) % of) + 1;

const shardText = ({ index, of }: Shard) => `${index} of ${of}`;

/** What a run can reuse: all shards of a merge, else whatever has the same build key. @param of number of the shards to merge */
export function reusableReleases(
  brandFolder: string,
  brand: string,
  { buildKey, of }: { buildKey: string; of: number | undefined },
): PartialRelease[] {
  if (of !== undefined) return shardsToMerge(brandFolder, brand, { buildKey, of });
  return findPartialReleases(brandFolder).filter((partial) => partial.buildKey === buildKey);
}

/**
 * The complete partial releases of all `of` shards, in order.
 * @throws ConfigError naming a shard that is missing, incomplete or of another build key, with the command to render it
 */
function shardsToMerge(
  brandFolder: string,
  brand: string,
  { buildKey, of }: { buildKey: string; of: number },
): PartialRelease[] {
  const all = findPartialReleases(brandFolder).filter(({ shard }) => shard?.of === of);
  return Array.from({ length: of }, (_, position) => {
    const shard = { index: position + 1, of };
    const candidates = all.filter((partial) => partial.shard?.index === shard.index);
    const found = candidates.find((partial) => partial.buildKey === buildKey && partial.isComplete);
    if (found) return found;
    const remedy = `Render it: npm run rebuild -- --brand ${brand} --shard ${shard.index}/${of}`;
    const [other] = candidates;
    if (!other) throw new ConfigError(`Shard ${shardText(shard)} is not in ${brandFolder}/releases. ${remedy}`);
    const problem =
      other.buildKey === buildKey ? 'is incomplete' : 'was rendered with other code, or for a changed brand';
    throw new ConfigError(`Shard ${shardText(shard)} (${other.folder}) ${problem}. ${remedy}`);
  });
}

interface Merge {
  readonly brand: string;
  /** How many shards there are. */
  readonly of: number;
  /** Paths of damaged pages of the live release. */
  readonly damaged: ReadonlySet<string>;
}

/**
 * A renderer for merging: it renders damaged pages of the live release, which no shard has where they are unchanged. All
 * others the shards are to have.
 */
export function mergeOnlyRenderer(renderer: PageRenderer, { brand, of, damaged }: Merge): PageRenderer {
  return {
    ...renderer,
    async render(jobs: readonly RenderJob[]) {
      const missing = jobs.find(({ ref }) => !damaged.has(ref.path));
      if (!missing) return renderer.render(jobs);
      const { path } = missing.ref;
      const index = shardOf(path, of);
      throw new ConfigError(
        `Shard ${shardText({ index, of })} does not have ${path} as it has to be now: it was rendered from another snapshot or for other pages, or is damaged. Render it from this snapshot: npm run rebuild -- --brand ${brand} --shard ${index}/${of}`,
      );
    },
  };
}
