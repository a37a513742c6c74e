import type { PublicBrand } from '#src/brand/public-brand.ts';

export type Listing = PublicBrand['listing'];

/** Display width of covers on wide screens and phones, by listing layout (values of the `sizes` attribute). */
export const COVER_SIZES: Readonly<Record<Listing, string>> = {
  rows: '(min-width: 720px) 120px, 92px',
  dense: '48px',
  grid: '(min-width: 900px) 140px, 30vw',
  'two-up': '(min-width: 720px) 220px, 46vw',
  text: '(min-width: 900px) 84px, 56px',
  numerals: '(min-width: 900px) 96px, 64px',
  framed: '(min-width: 720px) 180px, 34vw',
  airy: '(min-width: 720px) 240px, 50vw',
  stacks: '88px',
};

/** Maximum number of covers of a list that are visible without scrolling. */
export const FIRST_SCREEN = 4;
