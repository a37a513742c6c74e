import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';

/** Where reading begins: as the upstream says, else the first chapter that is free, else the first one. */
export function firstReadable(book: BookDetail, chapters: readonly Chapter[]): number | undefined {
  return book.first_chapter_id ?? (chapters.find((chapter) => !chapter.locked) ?? chapters[0])?.id;
}
