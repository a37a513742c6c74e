import { LIST_NAME_LENGTH } from '#src/contract/entities/library.ts';
import { changeTime } from './change-time.ts';
import { listEntryId } from './library-entries.ts';
import { $listEntries, $lists, type ListEntry, type OwnList } from './local-storage.ts';
import { platform } from './platform.ts';
import { syncSoon } from './sync.ts';
import { addTombstone, deleteTombstone, removedAt } from './tombstones.ts';

/** Lists of one's own. */
export const LISTS_LIMIT = 50;

const listKey = (id: string) => `list/${id}`;
const listedKey = (list: string, bookId: number) => `listed/${listEntryId(list, bookId)}`;

/** @returns the new list's id, undefined where there are too many or it has no name */
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

/** What `deleteList` took away. */
export interface DeletedList {
  readonly list: OwnList;
  readonly listed: readonly ListEntry[];
}

/** Takes a list away; its books stay on the shelf. */
export function deleteList(id: string): DeletedList | undefined {
  const list = $lists.get().find((known) => known.id === id);
  if (!list) return undefined;
  const listed = $listEntries.get().filter((known) => known.list === id);
  for (const { book_id } of listed) setListed(id, book_id, false);
  $lists.set($lists.get().filter((known) => known !== list));
  addTombstone(listKey(id), list.at);
  syncSoon();
  return { list, listed };
}

export function returnList({ list, listed }: DeletedList): void {
  const key = listKey(list.id);
  const others = $lists.get().filter(({ id }) => id !== list.id);
  $lists.set([...others, { ...list, at: changeTime(list.at, removedAt(key)) }]);
  deleteTombstone(key);
  for (const { book_id } of listed) setListed(list.id, book_id, true);
}

/** Puts a book into a list, or takes it out. */
export function setListed(list: string, bookId: number, isIn: boolean): void {
  const key = listedKey(list, bookId);
  const before = $listEntries.get().find((known) => known.list === list && known.book_id === bookId);
  if (isIn === (before !== undefined)) return;
  const others = $listEntries.get().filter((known) => known !== before);
  $listEntries.set(isIn ? [...others, { list, book_id: bookId, at: changeTime(removedAt(key)) }] : others);
  if (isIn) deleteTombstone(key);
  else addTombstone(key, before?.at);
  syncSoon();
}

const nameOf = (name: string) => name.trim().slice(0, LIST_NAME_LENGTH);
