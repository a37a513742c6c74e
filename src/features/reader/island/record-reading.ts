import { type BookReference, type Cover, referenceOf } from '#src/contract/entities/book.ts';
import type { HistoryEntry, Locator } from '#src/contract/entities/visitor.ts';
import { recordReading } from '#src/features/library/state/history.ts';
import { storedCover } from '#src/shell/island/covers.ts';
import { $readlogList } from '#src/shell/state/local-storage.ts';
import { isLookingUp } from '../links/state.ts';
import { offerFurthest } from '../state/furthest-offer.ts';
import { openBook } from '../state/other-device.ts';
import { openingLocator, savedLocator } from '../state/reading-state.ts';
import { factsOf } from './articles.ts';

export interface Book extends BookReference {
  readonly cover: Cover | null;
  readonly apiPrefix: string;
}

/** Whether the chapter of the page's address has been opened. Later chapters are loaded by scrolling. */
let isOpen = false;

/**
 * Records the current chapter and position in the history, except during a look-up.
 * @param place omitted when the visitor has just entered the chapter; a stored position in the chapter is then kept
 */
export function recordPosition(book: Book, part: HTMLElement | null, place?: Locator): void {
  if (!part || isLookingUp(book.id)) return;
  const { id, number, title } = factsOf(part);
  if (place && isRecorded(book.id, id, place)) return;
  const record = (at: Locator | null) => recordReading(entryOf(book, { id, number, title, place: at }));
  if (place || isOpen) record(place ?? savedLocator(book.id, id));
  else
    void openBook(book.id, () => {
      offerFurthest(book.id, number);
      record(openingLocator(book.id, id));
    });
  isOpen = true;
}

/** Whether the position is already recorded, because returning to it does not count as reading. */
function isRecorded(bookId: number, chapterId: number, { block, offset }: Locator): boolean {
  const [last] = $readlogList.get();
  const saved = savedLocator(bookId, chapterId);
  return last?.book.id === bookId && saved?.block === block && saved.offset === offset;
}

function entryOf(book: Book, chapter: NonNullable<HistoryEntry['chapter']>): Omit<HistoryEntry, 'read_at'> {
  return { book: referenceOf(book), cover: storedCover(book.cover, book.apiPrefix), chapter };
}
