import { randomBytes } from 'node:crypto';
import { hash } from '#src/lib/hash.ts';
import type { Database } from '../database.ts';
import type { Transaction } from './transaction.ts';

/** Ids of the brands that offer a book, the one that had it first first; null for every brand. */
export type BrandList = readonly string[] | null;

/** The column `offered_by` of a book. */
export const parseBrands = (json: string | null): BrandList => (json === null ? null : JSON.parse(json));

/** What the column `brands` of a book and of its memberships holds: 0 for every brand. */
export async function brandSet({ database }: Transaction, brands: BrandList): Promise<number> {
  if (brands === null) return 0;
  const id = Number.parseInt(hash(JSON.stringify(brands.toSorted()), 12), 16);
  for (const brand of [...brands, ...(await wholeBrands(database))])
    await database.run('INSERT INTO brand_sets (brand, set_id) VALUES (?, ?) ON CONFLICT DO NOTHING', brand, id);
  return id;
}

/** Brands that had the book before keep their order, and come before those that get it now. */
export function inOrderOfOffer(before: BrandList, now: BrandList): BrandList {
  if (before === null || now === null) return now;
  return [...before.filter((brand) => now.includes(brand)), ...now.filter((brand) => !before.includes(brand))];
}

/** Brands that lose the book; '' stands for all that do not have it now. */
export function brandsThatLose(before: BrandList, now: BrandList): readonly string[] {
  if (now === null) return [];
  return before === null ? [''] : before.filter((brand) => !now.includes(brand));
}

type BrandRow = { brand: string };

const wholeBrands = async (database: Database): Promise<string[]> =>
  (await database.all<BrandRow>('SELECT brand FROM whole_brands ORDER BY brand')).map(({ brand }) => brand);

/**
 * Makes these the brands that offer every book, whichever brands it is given to. Where they are others than before, the store
 * gives out new cursors: the change feed cannot tell of books that come or go by this.
 */
export async function putWholeBrands({ database }: Transaction, brands: readonly string[]): Promise<void> {
  const before = await wholeBrands(database);
  const now = [...new Set(brands)].sort();
  if (now.join() === before.join()) return;
  for (const brand of before) {
    await database.run('DELETE FROM whole_brands WHERE brand = ?', brand);
    await database.run('DELETE FROM brand_sets WHERE brand = ?', brand);
    const named = `INSERT INTO brand_sets (brand, set_id) SELECT DISTINCT ?1, b.brands FROM books b, json_each(b.offered_by) j
      WHERE j.value = ?1`;
    await database.run(named, brand);
  }
  for (const brand of now) {
    await database.run('INSERT INTO whole_brands (brand) VALUES (?)', brand);
    await database.run(
      'INSERT INTO brand_sets (brand, set_id) SELECT DISTINCT ?, set_id FROM brand_sets WHERE true ON CONFLICT DO NOTHING',
      brand,
    );
  }
  await database.run(`UPDATE meta SET value = ? WHERE key = 'store'`, randomBytes(6).toString('hex'));
}
