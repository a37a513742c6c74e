import * as v from 'valibot';
import { LibraryItem } from '#src/contract/entities/library.ts';
import { clamped, isSame, keyOf, mergeItem, normalItem, restoredItem } from '#src/contract/library-merge.ts';
import { changeTime } from '#src/shell/state/change-time.ts';
import { platform } from '#src/shell/state/platform.ts';
import { applyItems, localItems } from './library-items.ts';
import { syncSoon } from './sync.ts';

/** Version of the file format. */
const VERSION = 1;
export const MAX_FILE_BYTES = 20_000_000;

const LibraryFile = v.object({ lectern: v.pipe(v.number(), v.integer()), items: v.array(v.unknown()) });

/** The whole library as the text of a file. */
export function exportLibrary(): string {
  return libraryFile([...localItems().values()].filter(({ value }) => value !== null));
}

/** Converts items to the text of a file. @param about additional information, ignored by imports */
export function libraryFile(items: readonly LibraryItem[], about: Readonly<Record<string, unknown>> = {}): string {
  const exported_at = new Date(platform().now()).toISOString();
  return `${JSON.stringify({ lectern: VERSION, exported_at, ...about, items }, null, 1)}\n`;
}

export type Imported =
  | { readonly problem: 'junk' | 'newer' }
  /**
   * `applied`: number of items that were added or replaced an older version; `broken`: number of items that could not
   * be read.
   */
  | { readonly problem: null; readonly applied: number; readonly broken: number };

/**
 * Imports a file. The newer version of an item wins, and items that were removed on this device are restored. An
 * invalid file changes nothing.
 */
export function importLibrary(text: string): Imported {
  const file = v.safeParse(LibraryFile, parseJson(text));
  if (!file.success) return { problem: 'junk' };
  if (file.output.lectern > VERSION) return { problem: 'newer' };
  const all = file.output.items;
  const items = all
    .map((item) => v.safeParse(LibraryItem, item))
    .flatMap((item) => (item.success ? [item.output] : []));
  if (all.length > 0 && items.length === 0) return { problem: 'junk' };
  const local = localItems();
  const applied = items.flatMap((item) => itemsToStore(item, local.get(keyOf(item))));
  applyItems(applied);
  if (applied.length > 0) syncSoon();
  return { problem: null, applied: applied.length, broken: all.length - items.length };
}

function itemsToStore(item: LibraryItem, localItem: LibraryItem | undefined): LibraryItem[] {
  if (item.value === null) return [];
  if (localItem?.value === null) return [restoredItem(item, changeTime(localItem.at))];
  // The clock of the device that wrote the file may have been fast, so times in the future are replaced by the current
  // time.
  const adjusted = normalItem(clamped(item, platform().now()));
  const merged = localItem ? mergeItem(localItem, adjusted) : adjusted;
  return localItem && isSame(merged, localItem) ? [] : [merged];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
