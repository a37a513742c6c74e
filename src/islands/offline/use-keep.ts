import { useEffect, useMemo } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { $kept, type KeptBook } from '#src/stores/local.ts';
import { keepBook, pauseKeeping, removeBook, resumeKeeping } from '#src/stores/offline.ts';
import type { Island } from '../ui/use-island.ts';
import { onConnection } from '../ui/use-online.ts';
import { useStored } from '../ui/use-stored.ts';
import { orderOf } from './order.ts';

const NONE: readonly KeptBook[] = [];

export interface Keep {
  /** Undefined where the book is not kept. */
  readonly entry: KeptBook | undefined;
  keep(): void;
  pause(): void;
  remove(): void;
}

/** One book's state on this device, and what can be done about it. */
export function useKeep(island: Island<'offline'>, book: BookReference, cover: Cover | null): Keep {
  const entry = useStored($kept, NONE).find((known) => known.book.id === book.id);
  return useMemo(
    () => ({
      entry,
      keep: () => void keepBook(orderOf(island, book, cover)),
      pause: () => pauseKeeping(book.id),
      remove: () => void removeBook(book.id),
    }),
    [entry, island, book, cover],
  );
}

/** Goes on with downloads that a reload or a lost connection has stopped. */
export function useResume(island: Island<'offline'>): void {
  useEffect(() => {
    const resume = () => resumeKeeping((entry) => orderOf(island, entry.book, entry.cover));
    resume();
    return onConnection(resume);
  }, [island]);
}
