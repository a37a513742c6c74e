import type { Row } from './database.ts';
import type { Store } from './open.ts';
import { createWriter } from './writer/index.ts';

/** Makes these the brands that offer every book; writes only where they are others than before. */
export async function setWholeBrands(
  store: Store,
  brands: readonly string[],
  unchanged: readonly string[] = [],
): Promise<void> {
  const known = await store.catalogue.all<Row & { brand: string }>('SELECT brand FROM whole_brands ORDER BY brand');
  const ids = known.map(({ brand }) => brand);
  const whole = [...new Set([...brands, ...ids.filter((id) => unchanged.includes(id))])].sort();
  if (ids.join() === whole.join()) return;
  const writer = createWriter(store);
  await writer.transaction(() => writer.putWholeBrands(whole));
}
