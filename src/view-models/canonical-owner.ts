import type { Book } from '#src/contract/entities/book.ts';
import type { Site } from './view.ts';

/**
 * Origin of the brand whose page of a book is the canonical one; null where it is this brand's own. It is the brand that had
 * the book first of those that offer it in the page's language, or the one to which that brand hands its books
 * (`canonicalOwner`), where it offers the book too. Every brand finds the same owner. The addresses of a book
 * differ in nothing but the host. Brands that are not of this installation do not count.
 */
export function canonicalOwner({ brands }: Pick<Book, 'brands'>, { brand, locale }: Site): string | null {
  if (!brands?.includes(brand.id)) return null;
  const known = [brand, ...(brand.siblings ?? [])].filter(({ locales }) => locales.includes(locale.code));
  const offering = brands.flatMap((id) => known.find((one) => one.id === id) ?? []);
  const [first] = offering;
  const owner = offering.find(({ id }) => id === first?.canonicalOwner) ?? first;
  return owner === undefined || owner.id === brand.id ? null : owner.origin;
}
