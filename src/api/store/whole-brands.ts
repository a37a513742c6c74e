import type { Row } from './database.ts';
import type { Store } from './open.ts';
import { createWriter } from './writer/index.ts';

/** Makes these the brands that offer every book; writes only where they are others than before. */
export async function setWholeBrands(store: Store, brands: readonly string[]): Promise<void> {
  const known = await store.catalogue.all<Row & { brand: string }>('SELECT brand FROM whole_brands ORDER BY brand');
  if (known.map(({ brand }) => brand).join() === [...new Set(brands)].sort().join()) return;
  const writer = createWriter(store);
  await writer.transaction(() => writer.putWholeBrands(brands));
}
