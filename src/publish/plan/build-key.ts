import type { PublicBrand } from '#src/brand/public-brand.ts';
import { hash } from '#src/lib/hash.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { Bundle } from '#src/publish/bundle/index.ts';

/**
 * Hash of all brand data that every page can show, 32 hex digits, then `-` and a hash of the data that only changes
 * models: the installation's other brands, and the texts of the brand's pages. The first hash also covers the brand's
 * files, because the brand has their URLs, which contain hashes, and the titles of its pages, which the footer shows.
 */
export function brandFingerprint({ siblings = [], pages, ...brand }: PublicBrand) {
  const links = pages?.map(({ slug, texts }) => [
    slug,
    Object.entries(texts).map(([code, { title }]) => [code, title]),
  ]);
  const ofModels = pages ? [...siblings, { pages }] : siblings;
  return `${hash(stableJson(links ? { ...brand, links } : brand), 32)}-${hash(stableJson(ofModels), 16)}`;
}

/** The part of a fingerprint that every page depends on. Only models depend on the other part. */
export const ownFingerprint = (fingerprint: string | undefined) => fingerprint?.split('-')[0];

/**
 * Hash of everything that pages depend on besides their data, 16 hex digits. Partial releases can be merged if their
 * keys are equal.
 */
export const buildKeyOf = (bundle: Pick<Bundle, 'id'>, brand: PublicBrand) =>
  hash(`${bundle.id} ${brandFingerprint(brand)}`, 16);

/** Identifies a plan of the whole site by live release, code and brand. */
export const planKeyOf = (release: string, bundle: Pick<Bundle, 'id'>, brand: PublicBrand) =>
  [release, bundle.id, brandFingerprint(brand)].join(' ');
