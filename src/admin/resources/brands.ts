import type { Brand } from '#src/brand/registry.ts';
import type { AdminRecord } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

/** A brand is data of the operator (docs/use/brands.md); the admin shows it. */
const toRecord = ({ id, appName, hosts, locales, accounts = id, catalogue }: Brand): AdminRecord => ({
  id,
  name: appName,
  hosts,
  locales,
  accounts,
  catalogue: catalogue ?? null,
});

export const BRANDS: Resource = {
  name: 'brands',
  one: 'brand',
  async page({ offset, limit }, { brands }) {
    const all = (await brands()).map(toRecord);
    return { data: all.slice(offset, offset + limit), total: all.length };
  },
  async many(ids, { brands }) {
    const all = new Map((await brands()).map((brand) => [brand.id, toRecord(brand)]));
    return ids.flatMap((id) => all.get(id) ?? []);
  },
};
