import { describe, expect, it } from 'vitest';
import type { Sibling } from '#src/brand/siblings.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import { canonicalOwner } from '#src/view-models/canonical-owner.ts';
import { makeBook, testBrand } from '../../helpers/memory-source.ts';

const origin = (id: string) => `https://www.${id}.example`;
const all: readonly Sibling[] = [
  { id: 'oak', origin: origin('oak'), locales: ['en'] },
  { id: 'elm', origin: origin('elm'), locales: ['en', 'es'] },
  // Hands its books to the elm.
  { id: 'ash', origin: origin('ash'), locales: ['en', 'es'], canonicalOwner: 'elm' },
];

/** Where the page of a brand says that the canonical one is. */
function ownerSeenBy(id: string, brands: readonly string[] | undefined, code: LocaleCode): string | null {
  const self = all.find((one) => one.id === id);
  const brand = { ...testBrand, ...self, siblings: all.filter((one) => one !== self) };
  const book = makeBook(1, brands ? { brands: [...brands] } : {});
  return canonicalOwner(book, { brand, locale: LOCALES[code], paths: createPaths(code) });
}

describe('the owner of the pages of a book', () => {
  it.each<[name: string, brands: string[], code: LocaleCode, owner: string]>([
    ['the brand that had it first', ['oak', 'elm'], 'en', 'oak'],
    ['the first one in this language', ['oak', 'elm', 'ash'], 'es', 'elm'],
    ['the one that the first hands its books to', ['ash', 'oak', 'elm'], 'en', 'elm'],
    ['the first one where that other lacks the book', ['ash', 'oak'], 'en', 'ash'],
    ['not the one that a later brand hands its books to', ['oak', 'ash', 'elm'], 'en', 'oak'],
    ['the first one of this installation', ['elsewhere', 'elm', 'oak'], 'en', 'elm'],
  ])('is %s, for every brand that offers it', (_name, brands, code, owner) => {
    for (const { id, locales } of all) {
      if (!brands.includes(id) || !locales.includes(code)) continue;
      expect([id, ownerSeenBy(id, brands, code)]).toEqual([id, id === owner ? null : origin(owner)]);
    }
  });

  it('is the brand itself for a book of every brand, and for one that others alone are told to offer', () => {
    expect(ownerSeenBy('elm', undefined, 'en')).toBeNull();
    expect(ownerSeenBy('elm', ['oak', 'ash'], 'en')).toBeNull();
  });
});
