import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';
import type { BrandData } from '#src/brand/schema.ts';
import { brandFingerprint } from '#src/publish/plan/build-key.ts';

/** For every field of a brand, a value that differs from the test brand's. Add new fields here. */
const OTHER: { [F in keyof BrandData]: BrandData[F] } = {
  id: 'other',
  appName: 'Other',
  tagline: 'Another sentence.',
  taglines: { es: 'Otra frase.' },
  seoTexts: { en: { 'genre-title': 'Best {{name}} novels elsewhere' } },
  logo: 'assets/icon.svg',
  icon: 'assets/logo.svg',
  bookSourceImg: 'assets/icon.svg',
  headerBg: 'assets/icon.svg',
  notFoundImg: 'assets/icon.svg',
  emptyImg: 'assets/icon.svg',
  themeColor: 'oklch(0.45 0.09 123)',
  accentColor: 'oklch(0.46 0.09 321)',
  headerGround: 'oklch(0.2 0.01 12)',
  headerColor: 'oklch(0.99 0.01 12)',
  radius: 31,
  listing: 'stacks',
  banner: 'bleed',
  hosts: ['other.example'],
  apiPrefix: '/other_api',
  displayFace: { family: 'Other', fallback: 'serif', files: [] },
  analytics: [{ domainPart: 'other', measurementId: 'other' }],
  locales: ['en', 'vn'],
  texts: { en: { 'common:home': 'Start' } },
  menu: [{ page: 'tags' }],
  homeOrder: ['shelves'],
  pages: [{ slug: 'about', texts: { en: { title: 'About', text: 'Text.' } } }],
  supportEmail: 'other@other.example',
  apps: { ios: null, android: null, scheme: 'other' },
  defaultMode: 'day',
  consent: true,
  vitals: 0.5,
  clientErrors: 0.5,
  lookup: { dictionary: 'https://words.example/{word}' },
  coinsUrl: 'https://coins.example/',
  canonicalOwner: 'local',
};

let brand: Brand;
const fingerprint = async (otherBrand: Brand) =>
  brandFingerprint((await bundleBrand(otherBrand, resolve('node_modules'))).brand);

beforeAll(async () => {
  brand = brandById(await loadBrands(resolve('brands')), 'freenovel');
});

describe('brandFingerprint', () => {
  it.each(Object.keys(OTHER))('changes with the field %s, so that every page is rendered again', async (field) => {
    expect(
      await fingerprint({
        ...brand,
        ...Object.fromEntries(Object.entries(OTHER).filter(([name]) => name === field)),
      }),
    ).not.toBe(await fingerprint(brand));
  });
});
