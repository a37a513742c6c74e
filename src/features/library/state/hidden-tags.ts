import { changeTime } from '#src/shell/state/change-time.ts';
import { $hiddenTags } from '#src/shell/state/local-storage.ts';
import { addTombstone, deleteTombstone, removedAt } from '#src/shell/state/tombstones.ts';
import { syncSoon } from './sync.ts';

/** Maximum number of hidden tags, because each adds a style rule before first paint. */
export const HIDDEN_TAGS_LIMIT = 100;

const keyOf = (id: number) => `hidden/${id}`;

/** Hides books with this tag in lists. Takes effect on the next page. */
export function hideTag({ id, name }: { readonly id: number; readonly name: string }): void {
  const hidden = $hiddenTags.get();
  if (hidden.some((tag) => tag.id === id) || hidden.length >= HIDDEN_TAGS_LIMIT) return;
  $hiddenTags.set([...hidden, { id, name, at: changeTime(removedAt(keyOf(id))) }]);
  deleteTombstone(keyOf(id));
  syncSoon();
}

export function showTag(id: number): void {
  const hidden = $hiddenTags.get().find((tag) => tag.id === id);
  if (!hidden) return;
  $hiddenTags.set($hiddenTags.get().filter((tag) => tag !== hidden));
  addTombstone(keyOf(id), hidden.at);
  syncSoon();
}
