import { join } from 'node:path';
import type { Texts } from '#src/i18n/keys.ts';
import { collectIslandKeys, readAreaKeys } from '#src/publish/bundle/island-texts/island-keys.ts';
import { createFileParser } from '#src/publish/bundle/island-texts/walk-modules.ts';
import { islandTexts } from '#src/shell/ui/island-texts.ts';
import { englishTexts } from './texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const { parse } = createFileParser();
const areaKeys = readAreaKeys(ROOT);
const texts = englishTexts();
const collected = new Map<string, Record<string, string>>();

/**
 * Returns the English texts that a page passes to an island.
 * @param name path of the island's module within `src/features`
 */
export function textsOfIsland(name: string): Record<string, string> {
  const cached = collected.get(name);
  if (cached) return cached;
  const { keys } = collectIslandKeys(ROOT, join(ROOT, 'src/features', `${name}.tsx`), areaKeys, parse);
  const parts = Object.entries(keys).map(([area, names]) => islandTexts(texts[area] as Texts<'account'>, names));
  const all = Object.assign({}, ...parts) as Record<string, string>;
  collected.set(name, all);
  return all;
}
