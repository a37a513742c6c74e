import type { Book } from '#src/contract/entities/book.ts';
import type { Site } from './view.ts';

/**
 * Returns the origin of the brand whose page of a book is canonical (the owner), or null if it is this brand. The owner
 * is the first brand that offers the book in the page's language, unless that brand names another such brand as
 * `canonicalOwner`. The result is the same for every brand. The addresses of a book on two brands differ only in the
 * host. Brands outside this installation are ignored.
 */
export function canonicalOwner({ brands }: Pick<Book, 'brands'>, { brand, locale }: Site): string | null {
  if (!brands?.includes(brand.id)) return null;
  const candidates = [brand, ...(brand.siblings ?? [])].filter(({ locales }) => locales.includes(locale.code));
  const offering = brands.flatMap((id) => candidates.find((candidate) => candidate.id === id) ?? []);
  const [first] = offering;
  const owner = offering.find(({ id }) => id === first?.canonicalOwner) ?? first;
  return owner === undefined || owner.id === brand.id ? null : owner.origin;
}
