import type { Cover } from '#src/contract/entities/book.ts';
import { $readlogList, $shelf } from '#src/stores/local-storage.ts';
import { useStored } from '../ui/use-stored.ts';

/** The cover of a book that is on the shelf or was read; a mark knows none. */
export function useCovers(): (bookId: number) => Cover | null {
  const read = useStored($readlogList, []);
  const shelf = useStored($shelf, []);
  return (bookId) => [...shelf, ...read].find(({ book }) => book.id === bookId)?.cover ?? null;
}
