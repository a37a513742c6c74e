import type { Row } from './database.ts';
import type { Store } from './open.ts';
import { sql } from './sql.ts';
import { createWriter } from './writer/index.ts';

/**
 * Sets the brands that offer every book. Writes nothing if they do not change.
 * @param unchanged brands that keep their current setting
 */
export async function setWholeBrands(
  store: Store,
  brands: readonly string[],
  unchanged: readonly string[] = [],
): Promise<void> {
  const rows = await store.catalogue.all<Row & { brand: string }>(sql`SELECT brand FROM whole_brands ORDER BY brand`);
  const ids = rows.map(({ brand }) => brand);
  const whole = [...new Set([...brands, ...ids.filter((id) => unchanged.includes(id))])].sort();
  if (ids.join() === whole.join()) return;
  const writer = createWriter(store);
  await writer.transaction(() => writer.putWholeBrands(whole));
}
