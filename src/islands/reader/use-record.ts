import { useEffect } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { setChapter } from '#src/stores/book.ts';
import { recordReading, syncHistory } from '#src/stores/history.ts';
import { storedCover } from '../ui/stored-cover.ts';

export interface Place {
  readonly book: BookReference & { readonly cover: Cover | null };
  readonly chapter: NonNullable<HistoryEntry['chapter']>;
  readonly apiPrefix: string;
}

/** The chapter on the page is the one being read: noted in the history, told to the account. */
export function useRecord({ book, chapter, apiPrefix }: Place): void {
  useEffect(() => {
    setChapter(chapter.number);
    recordReading(entryOf({ book, chapter, apiPrefix }));
    void syncHistory(book.id);
  }, [book, chapter, apiPrefix]);
}

export function entryOf({ book, chapter, apiPrefix }: Place): Omit<HistoryEntry, 'read_at'> {
  const { id, title, category, cover } = book;
  return {
    book: { id, title, category },
    cover: storedCover(cover, apiPrefix),
    chapter: { id: chapter.id, number: chapter.number, title: chapter.title },
  };
}
