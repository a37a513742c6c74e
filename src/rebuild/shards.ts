import type { PublicBrand } from '#src/brand/public.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { leftParts, type Part, type Shard } from '#src/release/index.ts';
import type { Bundle } from '#src/site-bundle/index.ts';
import type { Maker } from './page-renderer.ts';
import type { Job } from './plan.ts';
import { fingerprintOf } from './plan-stage.ts';

/** Changes with all that pages depend on besides their data. */
export const groundOf = (bundle: Pick<Bundle, 'id'>, brand: PublicBrand) =>
  hash(`${bundle.id} ${fingerprintOf(brand)}`, 16);

/** The shard that renders a page: the same one on every machine, whatever else is rendered. */
export const shardOf = (path: string, of: number) => (Number.parseInt(hash(path, 12), 16) % of) + 1;

export const shardText = ({ index, of }: Shard) => `${index} of ${of}`;

/** What runs that were ended, or shards, rendered with this code for this look of the brand. */
export const partsOn = (brandFolder: string, ground: string): Part[] =>
  leftParts(brandFolder).filter((part) => part.ground === ground);

/** All parts of a number of them. @throws ConfigError naming one that is not there, is unfinished, or foreign */
export function partsToMerge(
  brandFolder: string,
  brand: string,
  { ground, of }: { ground: string; of: number },
): Part[] {
  const all = leftParts(brandFolder).filter(({ shard }) => shard?.of === of);
  return Array.from({ length: of }, (_, place) => {
    const shard = { index: place + 1, of };
    const own = all.filter((part) => part.shard?.index === shard.index);
    const found = own.find((part) => part.ground === ground && part.isComplete);
    if (found) return found;
    const make = `Make it: npm run rebuild -- --brand ${brand} --shard ${shard.index}/${of}`;
    const [other] = own;
    if (!other) throw new ConfigError(`Part ${shardText(shard)} is not in ${brandFolder}/releases. ${make}`);
    const fault =
      other.ground === ground ? 'is not finished' : 'was made with other code, or for another look of the brand';
    throw new ConfigError(`Part ${shardText(shard)} (${other.folder}) ${fault}. ${make}`);
  });
}

/** A maker that makes nothing, because all pages are to be in parts already. */
export function refusingMaker(maker: Maker, brand: string, of: number): Maker {
  return {
    ...maker,
    async make(jobs: readonly Job[]) {
      const path = jobs[0]?.ref.path ?? '';
      const index = shardOf(path, of);
      throw new ConfigError(
        `Part ${shardText({ index, of })} does not have ${path} as it is to be now: it was made from another snapshot or for other pages, or is damaged. Make it from this snapshot: npm run rebuild -- --brand ${brand} --shard ${index}/${of}`,
      );
    },
  };
}
