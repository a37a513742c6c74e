import { describe, expect, it } from 'vitest';
import type { Sibling } from '#src/brand/siblings.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import { canonicalOwner } from '#src/shell/page/canonical-owner.ts';
import { makeBook, testBrand } from '../../../helpers/memory-source.ts';

const origin = (id: string) => `https://www.${id}.example`;
const all: readonly Sibling[] = [
  { id: 'oak', origin: origin('oak'), locales: ['en'] },
  { id: 'elm', origin: origin('elm'), locales: ['en', 'es'] },
  // This brand names elm as the canonical owner of its books.
  { id: 'ash', origin: origin('ash'), locales: ['en', 'es'], canonicalOwner: 'elm' },
];

/** The canonical origin that a brand's page names; null if it is the brand's own. */
function ownerSeenBy(id: string, brands: readonly string[] | undefined, code: LocaleCode): string | null {
  const self = all.find((one) => one.id === id);
  const brand = { ...testBrand, ...self, siblings: all.filter((one) => one !== self) };
  const book = makeBook(1, brands ? { brands: [...brands] } : {});
  return canonicalOwner(book, { brand, locale: LOCALES[code], paths: createPaths(code) });
}

describe('the canonical owner of a book', () => {
  it.each<[name: string, brands: string[], code: LocaleCode, owner: string]>([
    ['the first brand listed', ['oak', 'elm'], 'en', 'oak'],
    ['the first brand with this language', ['oak', 'elm', 'ash'], 'es', 'elm'],
    ['the brand to which the first brand delegates its books', ['ash', 'oak', 'elm'], 'en', 'elm'],
    ['the first brand if its delegate does not offer the book', ['ash', 'oak'], 'en', 'ash'],
    ['the first brand even if a later brand delegates its books', ['oak', 'ash', 'elm'], 'en', 'oak'],
    ['the first brand in this installation', ['elsewhere', 'elm', 'oak'], 'en', 'elm'],
  ])('is %s, as seen from every brand that offers the book', (_name, brands, code, owner) => {
    for (const { id, locales } of all) {
      if (!brands.includes(id) || !locales.includes(code)) continue;
      expect([id, ownerSeenBy(id, brands, code)]).toEqual([id, id === owner ? null : origin(owner)]);
    }
  });

  it('is the current brand if the book is offered by all brands or only by other brands', () => {
    expect(ownerSeenBy('elm', undefined, 'en')).toBeNull();
    expect(ownerSeenBy('elm', ['oak', 'ash'], 'en')).toBeNull();
  });
});
