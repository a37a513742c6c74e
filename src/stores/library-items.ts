import type { LibraryItem, LibraryKind } from '#src/contract/entities/library.ts';
import { keyOf } from '#src/contract/merge.ts';
import { KINDS, type LibraryKindStore } from './library-kinds.ts';
import { $tombstones, type Tombstone } from './local-storage.ts';
import { TOMBSTONE_LIMIT } from './tombstones.ts';

/** Everything this device keeps for the visitor, what was taken away included, by key. */
export function localItems(): Map<string, LibraryItem> {
  const items = [...$tombstones.get().flatMap(tombstoneItem), ...KINDS.flatMap((kind) => kind.items())];
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** Takes items over as they are; the caller has settled which win. */
export function applyItems(items: readonly LibraryItem[]): void {
  for (const kind of KINDS) {
    const own = items.filter((item) => item.kind === kind.kind);
    if (own.length > 0) kind.apply(own);
  }
  updateTombstones(items);
}

/** Kinds that remember their removals themselves are left out. */
function updateTombstones(items: readonly LibraryItem[]): void {
  const shared = new Set<LibraryKind>(KINDS.filter(({ ownTombstones }) => !ownTombstones).map(({ kind }) => kind));
  const changed = items.filter(({ kind }) => shared.has(kind));
  if (changed.length === 0) return;
  const keys = new Set(changed.map(keyOf));
  const gone = changed
    .filter(({ value }) => value === null)
    .map((item): Tombstone => ({ key: keyOf(item), at: item.at }));
  const others = $tombstones.get().filter(({ key }) => !keys.has(key));
  const all = [...gone, ...others].sort((one, other) => other.at - one.at).slice(0, TOMBSTONE_LIMIT);
  if (gone.length > 0 || others.length < $tombstones.get().length) $tombstones.set(all);
}

function tombstoneItem({ key, at }: Tombstone): LibraryItem[] {
  const kind = KINDS.find((known: LibraryKindStore) => key.startsWith(`${known.kind}/`));
  if (!kind || kind.ownTombstones) return [];
  return [{ kind: kind.kind, id: key.slice(kind.kind.length + 1), value: null, at }];
}
