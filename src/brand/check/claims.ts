import { join } from 'node:path';
import type { OwnBrand } from '../last-good.ts';
import type { BrandProblem } from './problem.ts';

/** The hosts and the prefix that select a brand. */
const claimsOf = ({ id, hosts, apiPrefix }: Pick<OwnBrand, 'id' | 'hosts' | 'apiPrefix'>): string[] => [
  ...new Set([...hosts, `${id}.localhost`, apiPrefix]),
];

/** The owner of each host and prefix, and a problem for each brand that claims a host or prefix of another brand. */
export interface Claims {
  readonly owners: ReadonlyMap<string, string>;
  readonly problems: readonly BrandProblem[];
}

/**
 * Decides which brand each host and prefix belongs to. A brand keeps the hosts and prefixes that it had before, so that
 * a new brand cannot take over the host of a live brand, even if the live brand is broken. A new host or prefix belongs
 * to the first brand by id. The other brands that claim it are rejected.
 * @param brands brands without problems, by id
 * @param before the last valid version of each brand
 */
export function settleClaims(brands: readonly OwnBrand[], before: ReadonlyMap<string, OwnBrand>): Claims {
  const owners = new Map<string, string>();
  const own = (id: string, values: readonly string[]) => {
    for (const value of values) if (!owners.has(value)) owners.set(value, id);
  };
  const current = new Map(brands.map((brand) => [brand.id, new Set(claimsOf(brand))]));
  for (const [id, brand] of before)
    own(
      id,
      claimsOf(brand).filter((value) => current.get(id)?.has(value) ?? true),
    );
  const problems: BrandProblem[] = [];
  for (const brand of brands) {
    const taken = claimsOf(brand).filter((value) => (owners.get(value) ?? brand.id) !== brand.id);
    for (const value of taken) problems.push(conflict(brand, value, owners.get(value)));
    if (taken.length === 0) own(brand.id, claimsOf(brand));
  }
  return { owners, problems };
}

const conflict = ({ id, folder }: OwnBrand, value: string, owner: string | undefined): BrandProblem => ({
  file: join(folder, 'brand.ts'),
  message: `${value.startsWith('/') ? 'apiPrefix' : 'hosts'}: brands "${owner}" and "${id}" both have ${value}. Each host and prefix belongs to one brand: change it in one of them.`,
});
