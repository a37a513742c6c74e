import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { BrandSettings } from '#src/contract/entities/brand-settings.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { stableJson } from '#src/lib/stable-json.ts';

/*
 * The settings are part of the snapshot, so that a run, the workers that render its pages and a static build see the
 * same settings, on any machine.
 */

export type StoredSettings = BrandSettings;

export function storeSettings(sql: Sql, settings: StoredSettings | undefined): void {
  if (!settings) sql.run(`DELETE FROM meta WHERE key = 'settings'`);
  else
    sql.run(
      `INSERT INTO meta VALUES ('settings', ?)
        ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
      stableJson(settings),
    );
}

export function settingsIn(sql: Sql): StoredSettings | undefined {
  const stored = sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'settings'`);
  if (!stored) return undefined;
  const parsed = v.safeParse(BrandSettings, JSON.parse(stored.value));
  return parsed.success ? parsed.output : undefined;
}

/**
 * Reads the settings of a brand; undefined if there are none.
 * @param file the snapshot's file
 */
export function readSettings(file: string): StoredSettings | undefined {
  if (!existsSync(file)) return undefined;
  const sql = openSql(file, { readOnly: true });
  try {
    return settingsIn(sql);
  } finally {
    sql.close();
  }
}
