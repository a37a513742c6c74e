import { bookList } from '#src/contract/index.ts';
import type { LastGood } from './last-good.ts';
import { type PullState, pullChanges } from './pull-changes.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import type { UpstreamReader } from './upstream-reader.ts';

/**
 * Pulls the upstream's list of all books and computes all lists from the books' fields. A book that breaks the contract
 * keeps its data from the last run.
 * @returns false if the upstream has no list of all books
 */
export async function pullBookList(
  reader: UpstreamReader,
  state: PullState,
  writer: SnapshotWriter,
  lastGood: LastGood,
): Promise<boolean> {
  if (await isAbsent(reader)) {
    state.cursors.set(bookList.name, undefined);
    writer.clear();
    return false;
  }
  await pullChanges(reader, state, bookList, {
    clear: writer.clear,
    put: writer.putBook,
    remove: writer.removeBook,
    miss(id) {
      const book = writer.hasBook(id) ? undefined : lastGood.book(reader.locale.section, id);
      if (book) writer.putBook(book);
    },
  });
  writer.flushLists();
  return true;
}

async function isAbsent(reader: UpstreamReader): Promise<boolean> {
  if (!reader.lacks(bookList)) await reader.readUnless(['CALL_ABSENT'], bookList, { page: 1, page_size: 1 });
  return reader.lacks(bookList);
}
