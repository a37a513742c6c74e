import { LIST_NAME_LENGTH } from '#src/contract/entities/library.ts';
import { changeTime } from '#src/shell/state/change-time.ts';
import { $listEntries, $lists, type ListEntry, type OwnList } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import { addTombstone, deleteTombstone, removedAt } from '#src/shell/state/tombstones.ts';
import { listEntryId } from './library-entries.ts';
import { syncSoon } from './sync.ts';

/** Maximum number of the visitor's own lists. */
export const LISTS_LIMIT = 50;

const listKey = (id: string) => `list/${id}`;
const listedKey = (list: string, bookId: number) => `listed/${listEntryId(list, bookId)}`;

/** Creates a list. @returns its id; undefined if there are too many lists or the name is empty */
export function createList(name: string): string | undefined {
  const trimmed = nameOf(name);
  if (trimmed === '' || $lists.get().length >= LISTS_LIMIT) return undefined;
  const id = platform().randomUuid().slice(0, 18);
  $lists.set([...$lists.get(), { id, name: trimmed, at: changeTime() }]);
  syncSoon();
  return id;
}

export function renameList(id: string, name: string): void {
  const trimmed = nameOf(name);
  if (trimmed === '') return;
  const changed = (list: OwnList) =>
    list.id === id && list.name !== trimmed ? { id, name: trimmed, at: changeTime(list.at) } : list;
  $lists.set($lists.get().map(changed));
  syncSoon();
}

/** The list and the entries that `deleteList` has deleted. */
export interface DeletedList {
  readonly list: OwnList;
  readonly listed: readonly ListEntry[];
}

/** Deletes a list. Its books remain on the shelf. */
export function deleteList(id: string): DeletedList | undefined {
  const list = $lists.get().find((entry) => entry.id === id);
  if (!list) return undefined;
  const listed = $listEntries.get().filter((entry) => entry.list === id);
  for (const { book_id } of listed) setListed(id, book_id, false);
  $lists.set($lists.get().filter((entry) => entry !== list));
  addTombstone(listKey(id), list.at);
  syncSoon();
  return { list, listed };
}

export function restoreList({ list, listed }: DeletedList): void {
  const key = listKey(list.id);
  const otherLists = $lists.get().filter(({ id }) => id !== list.id);
  $lists.set([...otherLists, { ...list, at: changeTime(list.at, removedAt(key)) }]);
  deleteTombstone(key);
  for (const { book_id } of listed) setListed(list.id, book_id, true);
}

/** Adds a book to a list, or removes it from the list. */
export function setListed(list: string, bookId: number, isIn: boolean): void {
  const key = listedKey(list, bookId);
  const before = $listEntries.get().find((entry) => entry.list === list && entry.book_id === bookId);
  if (isIn === (before !== undefined)) return;
  const otherEntries = $listEntries.get().filter((entry) => entry !== before);
  $listEntries.set(isIn ? [...otherEntries, { list, book_id: bookId, at: changeTime(removedAt(key)) }] : otherEntries);
  if (isIn) deleteTombstone(key);
  else addTombstone(key, before?.at);
  syncSoon();
}

const nameOf = (name: string) => name.trim().slice(0, LIST_NAME_LENGTH);
