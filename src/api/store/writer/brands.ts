import { randomBytes } from 'node:crypto';
import { hash } from '#src/lib/hash.ts';
import type { Database } from '../database.ts';
import { storedListHas } from '../dialects.ts';
import { sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

/** Ids of the brands that offer a book, the original publisher first; null for every brand. */
export type BrandList = readonly string[] | null;

/** Parses the column `offered_by` of a book. */
export const parseBrands = (json: string | null): BrandList => (json === null ? null : JSON.parse(json));

/** Returns the number of a brand set for the column `brands` of books and memberships; 0 for every brand. */
export async function brandSet({ database }: Transaction, brands: BrandList): Promise<number> {
  if (brands === null) return 0;
  const id = Number.parseInt(hash(JSON.stringify(brands.toSorted()), 12), 16);
  for (const brand of [...brands, ...(await wholeBrands(database))])
    await database.run(sql`INSERT INTO brand_sets (brand, set_id) VALUES (${brand}, ${id}) ON CONFLICT DO NOTHING`);
  return id;
}

/** Sorts the brands of a book: those that already offer it come first, in their previous order. */
export function inOrderOfOffer(before: BrandList, now: BrandList): BrandList {
  if (before === null || now === null) return now;
  return [...before.filter((brand) => now.includes(brand)), ...now.filter((brand) => !before.includes(brand))];
}

/** Returns the brands that lose a book. The entry '' means all brands that do not offer it now. */
export function brandsThatLose(before: BrandList, now: BrandList): readonly string[] {
  if (now === null) return [];
  return before === null ? [''] : before.filter((brand) => !now.includes(brand));
}

type BrandRow = { brand: string };

const wholeBrands = async (database: Database): Promise<string[]> =>
  (await database.all<BrandRow>(sql`SELECT brand FROM whole_brands ORDER BY brand`)).map(({ brand }) => brand);

/**
 * Sets the brands that offer every book, including books limited to other brands. If they change, earlier cursors
 * become invalid, because the change feed cannot list the affected books.
 */
export async function putWholeBrands({ database }: Transaction, brands: readonly string[]): Promise<void> {
  const before = await wholeBrands(database);
  const now = [...new Set(brands)].sort();
  if (now.join() === before.join()) return;
  for (const brand of before) {
    await database.run(sql`DELETE FROM whole_brands WHERE brand = ${brand}`);
    await database.run(sql`DELETE FROM brand_sets WHERE brand = ${brand}`);
    const named = sql`INSERT INTO brand_sets (brand, set_id)
      SELECT DISTINCT ${brand}, b.brands FROM books b WHERE ${storedListHas('b.offered_by', brand)}`;
    await database.run(named);
  }
  for (const brand of now) {
    await database.run(sql`INSERT INTO whole_brands (brand) VALUES (${brand})`);
    await database.run(
      sql`INSERT INTO brand_sets (brand, set_id)
        SELECT DISTINCT ${brand}, set_id FROM brand_sets WHERE true ON CONFLICT DO NOTHING`,
    );
  }
  await database.run(sql`UPDATE meta SET value = ${randomBytes(6).toString('hex')} WHERE key = 'store'`);
}
