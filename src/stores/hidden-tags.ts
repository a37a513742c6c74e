import { changeTime } from './change-time.ts';
import { $hiddenTags } from './local-storage.ts';
import { syncSoon } from './sync.ts';
import { addTombstone, deleteTombstone, removedAt } from './tombstones.ts';

/** Tags that can be hidden: the rules before first paint have to stay few. */
export const HIDDEN_TAGS_LIMIT = 100;

const keyOf = (id: number) => `hidden/${id}`;

/** Books with this tag are never shown in a listing, from the next page on. */
export function hideTag({ id, name }: { readonly id: number; readonly name: string }): void {
  const known = $hiddenTags.get();
  if (known.some((tag) => tag.id === id) || known.length >= HIDDEN_TAGS_LIMIT) return;
  $hiddenTags.set([...known, { id, name, at: changeTime(removedAt(keyOf(id))) }]);
  deleteTombstone(keyOf(id));
  syncSoon();
}

export function showTag(id: number): void {
  const known = $hiddenTags.get().find((tag) => tag.id === id);
  if (!known) return;
  $hiddenTags.set($hiddenTags.get().filter((tag) => tag !== known));
  addTombstone(keyOf(id), known.at);
  syncSoon();
}
