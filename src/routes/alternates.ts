import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createPaths, type Paths } from './paths.ts';

/** A page with the same content in another language, or the page itself, as named by hreflang. */
export interface Alternate {
  /** BCP 47 tag, or `x-default`. */
  readonly hreflang: string;
  /** Absolute address. */
  readonly href: string;
}

interface BrandAddress {
  readonly origin: string;
  readonly locales: readonly LocaleCode[];
}

/** The alternates of a page that exists in every language of the brand. */
export function alternatesInEveryLanguage(
  brand: BrandAddress,
  translate: (paths: Paths) => string,
): readonly Alternate[] {
  if (brand.locales.length < 2) return [];
  const links = brand.locales.map((code) => ({
    hreflang: LOCALES[code].tag,
    href: brand.origin + translate(createPaths(code)),
  }));
  return [...links, { hreflang: 'x-default', href: brand.origin + translate(createPaths(DEFAULT_LOCALE)) }];
}

/**
 * The page and its editions, in the order of the brand's languages. `x-default` is the edition in the default language;
 * if there is none, no edition suits visitors of other languages better than the others.
 * @param editions pages with the same content in other languages; each must also name this page
 */
export function editionAlternates(
  brand: BrandAddress,
  { code, path }: { readonly code: LocaleCode; readonly path: string },
  editions: readonly { readonly code: LocaleCode; readonly href: string }[],
): readonly Alternate[] {
  if (editions.length === 0) return [];
  const pages = new Map([[code, path], ...editions.map((edition) => [edition.code, edition.href] as const)]);
  const linkTo = (target: LocaleCode, hreflang: string) => {
    const href = pages.get(target);
    return href === undefined ? [] : [{ hreflang, href: brand.origin + href }];
  };
  return [
    ...brand.locales.flatMap((target) => linkTo(target, LOCALES[target].tag)),
    ...linkTo(DEFAULT_LOCALE, 'x-default'),
  ];
}
