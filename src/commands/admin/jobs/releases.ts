import { join } from 'node:path';
import type { PathChanges } from '#src/admin/contract/publish.ts';
import { firstPaths } from '#src/admin/server/index.ts';
import { getConfig } from '#src/config/config.ts';
import { diffReleases } from '#src/publish/release/index.ts';
import { rollBackBrand } from '../../releases/releases.ts';
import type { JobInput } from './protocol.ts';

/** Maximum number of paths per kind of change on the releases page. */
const MAX_PATHS = 5000;

export async function compareJob({ brand, from, to }: JobInput<'compareReleases'>): Promise<PathChanges> {
  const { state } = getConfig(process.env);
  return firstPaths(diffReleases(join(state, brand), from, to), MAX_PATHS);
}

export async function rollBackJob({ brand, release }: JobInput<'rollBack'>): Promise<null> {
  await rollBackBrand(getConfig(process.env), brand, { to: release });
  return null;
}
