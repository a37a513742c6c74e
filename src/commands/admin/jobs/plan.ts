import type { BrandPlan } from '#src/admin/contract/publish.ts';
import { firstPaths } from '#src/admin/server/index.ts';
import { getConfig } from '#src/config/config.ts';
import { plannedPages } from '../admin-plan.ts';

/** Maximum number of paths per kind of change in the admin's publish dialog. */
const MAX_PATHS = 1000;

export async function planJob(brands: readonly string[]): Promise<readonly BrandPlan[]> {
  const pages = await plannedPages(brands, getConfig(process.env));
  return pages.map(({ brand, ...paths }) => ({ brand, ...firstPaths(paths, MAX_PATHS) }));
}
