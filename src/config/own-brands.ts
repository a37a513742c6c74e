import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of the brands that `npm run setup` creates. It is in the state folder, so that an upgrade of the checkout
 * never conflicts with it, and a service without write access to the checkout can create it.
 */
export const ownBrandsFolder = (state: string): string => join(state, 'brands');

/** Whether the folder of own brands contains a brand. Names with a dot belong to brands that are being written. */
export function hasOwnBrands(state: string): boolean {
  const folder = ownBrandsFolder(state);
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  );
}
