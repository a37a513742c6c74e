import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getConfig } from '#src/config/config.ts';

/** Ids of all brands on this machine. Only the design page for developers shows them. */
export function brandIds(): string[] {
  const { brands } = getConfig(process.env);
  if (!existsSync(brands)) return [];
  return readdirSync(brands).filter((name) => existsSync(join(brands, name, 'brand.ts')));
}
