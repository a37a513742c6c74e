import type { LocaleCode } from '#src/contract/locales.ts';
import type { BrandData } from './schema.ts';

/** Another brand of the installation, as far as the pages of a brand depend on it. */
export interface Sibling {
  readonly id: string;
  /** Scheme and canonical host. */
  readonly origin: string;
  readonly locales: readonly LocaleCode[];
  readonly canonicalOwner?: string;
}

/** The base of every absolute address of a brand. */
export const originOf = ({ hosts }: Pick<BrandData, 'hosts'>): string => `https://${hosts[0]}`;

/** The brands of `all` besides `brand`. */
export const siblingsOf = (brand: Pick<BrandData, 'id'>, all: readonly BrandData[]): Sibling[] =>
  all
    .filter(({ id }) => id !== brand.id)
    .map(({ id, hosts, locales, canonicalOwner }) => ({
      id,
      origin: originOf({ hosts }),
      locales,
      ...(canonicalOwner && { canonicalOwner }),
    }));
