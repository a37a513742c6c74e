import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getConfig } from '#src/lib/config.ts';

/** Ids of the brands on this machine, for developers. */
export function brandIds(): string[] {
  const { brands } = getConfig(process.env);
  if (!existsSync(brands)) return [];
  return readdirSync(brands).filter((name) => existsSync(join(brands, name, 'brand.ts')));
}
