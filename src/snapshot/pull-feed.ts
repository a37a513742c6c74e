import { bookList } from '#src/contract/index.ts';
import type { Pull } from './pull.ts';
import { type Memory, pullChanges } from './pull-changes.ts';
import type { SectionWriter } from './section-writer.ts';

/**
 * Pulls the upstream's whole list of books and computes from it every list that a book's own fields name.
 * @returns false where the upstream has no such list
 */
export async function pullFeed(pull: Pull, memory: Memory, writer: SectionWriter): Promise<boolean> {
  if (await isAbsent(pull)) {
    memory.cursors.set(bookList.name, undefined);
    writer.clear();
    return false;
  }
  await pullChanges(pull, memory, bookList, { clear: writer.clear, put: writer.putBook, remove: writer.removeBook });
  writer.rank();
  return true;
}

async function isAbsent(pull: Pull): Promise<boolean> {
  if (!pull.lacks(bookList)) await pull.unless(['CALL_ABSENT'], bookList, { page: 1, page_size: 1 });
  return pull.lacks(bookList);
}
