import { brandSettings } from '#src/contract/index.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { Losses } from './losses.ts';
import { type StoredSettings, settingsIn, storeSettings } from './stored-settings.ts';
import type { UpstreamReader } from './upstream-reader.ts';

/** Returns why settings cannot be used; empty if they are valid. */
export type CheckSettings = (settings: StoredSettings) => Promise<readonly string[]>;

/**
 * Pulls the settings that replace values of the brand's folder. If they are invalid, the last valid ones stay, and the
 * problem counts as a loss, so that a mistake in the settings never stops a rebuild.
 */
export async function pullSettings(
  sql: Sql,
  reader: UpstreamReader,
  losses: Losses,
  check: CheckSettings,
): Promise<void> {
  const before = settingsIn(sql);
  const pulled = await reader.readOfBook(brandSettings, {});
  if (pulled === undefined && !reader.lacks(brandSettings)) return;
  const settings = pulled?.settings ?? undefined;
  const problems = settings ? await check(settings) : [];
  if (problems.length === 0) return storeSettings(sql, settings);
  losses.note(brandSettings.name, 'settings', `brand.settings: ${problems.join('; ')}. The last valid ones are used.`);
  if (before && (await check(before)).length > 0) storeSettings(sql, undefined);
}
