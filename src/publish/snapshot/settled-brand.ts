import { type BrandBundle, bundleBrand } from '#src/brand/assets.ts';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Brand } from '#src/brand/registry.ts';
import { withSettings } from '#src/brand/settings.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { CheckSettings } from './pull-settings.ts';
import { readSettings } from './stored-settings.ts';

/** Checks settings by the rules of the brand's folder. */
export const settingsCheck =
  (brand: Brand): CheckSettings =>
  async (settings) =>
    (await withSettings(brand, settings)).problems.map(({ field, message }) => `${field} ${message}`);

/** A brand's files, and how its settings change what pages get. */
export interface SettledBrand extends BrandBundle {
  /** Fields of the brand that differ from those of its folder; undefined if it has no settings. */
  readonly replaced: Partial<PublicBrand> | undefined;
}

/**
 * Bundles a brand with the settings of its snapshot. If they do not fit the brand's folder, for example because it has
 * changed since the last sync, they are not used.
 * @param modules the `node_modules` folder that contains the brand's fonts
 */
export async function bundleSettledBrand(brand: Brand, snapshot: string, modules: string): Promise<SettledBrand> {
  const settings = readSettings(snapshot);
  const plain = await bundleBrand(brand, modules);
  const settled = settings && (await withSettings(brand, settings));
  if (!settled || settled.problems.length > 0) return { ...plain, replaced: undefined };
  const bundle = await bundleBrand(settled.brand, modules);
  return { ...bundle, replaced: differences(plain.brand, bundle.brand) };
}

function differences(before: PublicBrand, after: PublicBrand): Partial<PublicBrand> | undefined {
  const old: Readonly<Record<string, unknown>> = { ...before };
  const fields = Object.entries(after).filter(([name, value]) => stableJson(old[name] ?? null) !== stableJson(value));
  return fields.length === 0 ? undefined : (Object.fromEntries(fields) as Partial<PublicBrand>);
}
