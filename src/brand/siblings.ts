import type { LocaleCode } from '#src/contract/locales.ts';
import type { BrandData } from './schema.ts';

/** The data that a brand's pages need about another brand of the installation. */
export interface Sibling {
  readonly id: string;
  /** Scheme and canonical host. */
  readonly origin: string;
  readonly locales: readonly LocaleCode[];
  readonly canonicalOwner?: string;
}

/** The base of a brand's absolute URLs. */
export const originOf = ({ hosts }: Pick<BrandData, 'hosts'>): string => `https://${hosts[0]}`;

/** All brands in `all` except `brand`. */
export const siblingsOf = (brand: Pick<BrandData, 'id'>, all: readonly BrandData[]): Sibling[] =>
  all
    .filter(({ id }) => id !== brand.id)
    .map(({ id, hosts, locales, canonicalOwner }) => ({
      id,
      origin: originOf({ hosts }),
      locales,
      ...(canonicalOwner && { canonicalOwner }),
    }));
