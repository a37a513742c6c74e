import type { LibraryItem, LibraryKind } from '#src/contract/entities/library.ts';
import { keyOf } from '#src/contract/merge.ts';
import { GONE_LIMIT } from './gone.ts';
import { type KeptKind, KINDS } from './library-kinds.ts';
import { $gone, type Gone } from './local.ts';

/** Everything this device keeps for the visitor, what was taken away included, by key. */
export function localItems(): Map<string, LibraryItem> {
  const items = [...$gone.get().flatMap(goneItem), ...KINDS.flatMap((kind) => kind.items())];
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** Takes items over as they are; the caller has settled which win. */
export function applyItems(items: readonly LibraryItem[]): void {
  for (const kind of KINDS) {
    const own = items.filter((item) => item.kind === kind.kind);
    if (own.length > 0) kind.apply(own);
  }
  rememberRemovals(items);
}

/** Kinds that remember their removals themselves are left out. */
function rememberRemovals(items: readonly LibraryItem[]): void {
  const shared = new Set<LibraryKind>(KINDS.filter(({ remembers }) => !remembers).map(({ kind }) => kind));
  const changed = items.filter(({ kind }) => shared.has(kind));
  if (changed.length === 0) return;
  const keys = new Set(changed.map(keyOf));
  const gone = changed.filter(({ value }) => value === null).map((item): Gone => ({ key: keyOf(item), at: item.at }));
  const others = $gone.get().filter(({ key }) => !keys.has(key));
  const all = [...gone, ...others].sort((one, other) => other.at - one.at).slice(0, GONE_LIMIT);
  if (gone.length > 0 || others.length < $gone.get().length) $gone.set(all);
}

function goneItem({ key, at }: Gone): LibraryItem[] {
  const kind = KINDS.find((known: KeptKind) => key.startsWith(`${known.kind}/`));
  if (!kind || kind.remembers) return [];
  return [{ kind: kind.kind, id: key.slice(kind.kind.length + 1), value: null, at }];
}
