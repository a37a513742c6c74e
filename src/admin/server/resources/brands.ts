import type { BrandRecord } from '#src/admin/contract/records.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Resource } from '../records/resource.ts';

/** Brands are defined in files (docs/use/brands.md); the admin only displays them. */
const toRecord = ({ id, appName, hosts, locales, accounts = id, catalogue }: Brand): BrandRecord => ({
  id,
  name: appName,
  hosts: [...hosts],
  locales: [...locales],
  accounts,
  catalogue: catalogue ?? null,
});

export const BRANDS: Resource<'brands'> = {
  name: 'brands',
  label: 'brand',
  async page({ offset, limit }, { brands }) {
    const all = (await brands()).map(toRecord);
    return { data: all.slice(offset, offset + limit), total: all.length };
  },
  async byIds(ids, { brands }) {
    const all = new Map((await brands()).map((brand) => [brand.id, toRecord(brand)]));
    return ids.flatMap((id) => all.get(id) ?? []);
  },
};
