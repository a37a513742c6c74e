import type { Cover } from '#src/contract/entities/book.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readlogList, $shelf } from '#src/shell/state/local-storage.ts';

/** Returns a function that finds a book's cover in the shelf or the history, because marks do not contain it. */
export function useCovers(): (bookId: number) => Cover | null {
  const read = useStored($readlogList, []);
  const shelf = useStored($shelf, []);
  return (bookId) => [...shelf, ...read].find(({ book }) => book.id === bookId)?.cover ?? null;
}
