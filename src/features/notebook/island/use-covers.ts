import type { Cover } from '#src/contract/entities/book.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readlogList, $shelf } from '#src/shell/state/local-storage.ts';

/** Finds the cover of a book on the shelf or in the history, because marks do not store one. */
export function useCovers(): (bookId: number) => Cover | null {
  const read = useStored($readlogList, []);
  const shelf = useStored($shelf, []);
  return (bookId) => [...shelf, ...read].find(({ book }) => book.id === bookId)?.cover ?? null;
}
