import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '#src/api/index.ts';
import { storedPictures, storedSettings } from '#src/api/store/reads/index.ts';
import { brandById, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { SETTING_PICTURES } from '#src/contract/entities/brand-settings.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';

export interface ExportOptions {
  readonly id?: string | undefined;
  readonly json: boolean;
}

/**
 * Writes the pictures of a brand's settings into its folder. Settings stay in the store until they are cleared in the
 * admin.
 * @returns the fields for `brand.ts`
 */
export async function exportSettings(config: Config, { id, json }: ExportOptions): Promise<string> {
  if (id === undefined) throw new ConfigError('--id is missing. Give the id of a brand.');
  if (config.upstream !== undefined)
    throw new ConfigError('LECTERN_UPSTREAM is set, so the settings belong to that upstream.');
  const { folder } = brandById(await readBrands(config), id);
  const store = await openStore(join(config.state, 'api'), config.store);
  try {
    const fields: Record<string, unknown> = { ...(await storedSettings(store.catalogue, id))?.fields };
    for (const field of SETTING_PICTURES) {
      const name = fields[field];
      if (typeof name !== 'string') continue;
      const [picture] = await storedPictures(store.catalogue, [name]);
      if (!picture) throw new ConfigError(`The store lacks the picture ${name}, which is the ${field} of ${id}.`);
      const path = `assets/${name}`;
      await mkdir(join(folder, 'assets'), { recursive: true });
      await writeAtomic(join(folder, path), Buffer.from(picture.content, 'base64'));
      fields[field] = path;
    }
    if (json) return `${JSON.stringify(fields, null, 2)}\n`;
    if (Object.keys(fields).length === 0) return `${id} has no settings in the admin.\n`;
    const lines = Object.entries(fields).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`);
    return `${lines.join('')}\nReplace these fields in ${join(folder, 'brand.ts')}, run npm run brand -- check --brand ${id}, and clear them in the admin.\n`;
  } finally {
    await store.close();
  }
}
