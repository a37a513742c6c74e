import type { PublicBrand } from '#src/brand/public-brand.ts';
import { hash } from '#src/lib/hash.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { Bundle } from '#src/site-bundle/index.ts';

/**
 * Hash of everything of a brand that a page can show, 32 hex digits. The brand's files count by their hashed URLs, which
 * are fields of the brand.
 */
export const brandFingerprint = (brand: PublicBrand) => hash(stableJson(brand), 32);

/** Hash of all that pages depend on besides their data, 16 hex digits. Partial releases of one key fit each other. */
export const buildKeyOf = (bundle: Pick<Bundle, 'id'>, brand: PublicBrand) =>
  hash(`${bundle.id} ${brandFingerprint(brand)}`, 16);

/** Names a plan of the whole site: of this live release, code and brand. */
export const planKeyOf = (release: string, bundle: Pick<Bundle, 'id'>, brand: PublicBrand) =>
  [release, bundle.id, brandFingerprint(brand)].join(' ');
