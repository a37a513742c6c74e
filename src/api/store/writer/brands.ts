import { hash } from '#src/lib/hash.ts';
import type { Transaction } from './transaction.ts';

/** Ids of the brands that offer a book, the one that had it first first; null for every brand. */
export type BrandList = readonly string[] | null;

/** The column `offered_by` of a book. */
export const parseBrands = (json: string | null): BrandList => (json === null ? null : JSON.parse(json));

/** What the column `brands` of a book and of its memberships holds: 0 for every brand. */
export function brandSet({ database }: Transaction, brands: BrandList): number {
  if (brands === null) return 0;
  const id = Number.parseInt(hash(JSON.stringify(brands.toSorted()), 12), 16);
  for (const brand of brands) database.run('INSERT OR IGNORE INTO brand_sets (brand, set_id) VALUES (?, ?)', brand, id);
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
