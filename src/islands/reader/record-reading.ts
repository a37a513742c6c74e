import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { HistoryEntry, Locator } from '#src/contract/entities/visitor.ts';
import { offerFurthest } from '#src/stores/furthest-offer.ts';
import { recordReading } from '#src/stores/history.ts';
import { $readlogList } from '#src/stores/local-storage.ts';
import { isLookingUp } from '#src/stores/look-up.ts';
import { openBook } from '#src/stores/other-device.ts';
import { openingLocator, savedLocator } from '#src/stores/reading-state.ts';
import { storedCover } from '../ui/covers.ts';
import { factsOf } from './articles.ts';

export interface Book extends BookReference {
  readonly cover: Cover | null;
  readonly apiPrefix: string;
}

/** Only the first chapter of a page is opened, the others flow in. */
let isOpen = false;

/**
 * Notes the chapter that is read in the history, and how far; what a link of the book led to is only looked up.
 * @param place without one the chapter was just entered: what is known of a place in it stays
 */
export function recordPosition(book: Book, part: HTMLElement | null, place?: Locator): void {
  if (!part || isLookingUp(book.id)) return;
  const { id, number, title } = factsOf(part);
  if (place && isKnown(book.id, id, place)) return;
  const note = (at: Locator | null) => recordReading(entryOf(book, { id, number, title, place: at }));
  if (place || isOpen) note(place ?? savedLocator(book.id, id));
  else
    void openBook(book.id, () => {
      offerFurthest(book.id, number);
      note(openingLocator(book.id, id));
    });
  isOpen = true;
}

/** To rest where one has been is no reading. */
function isKnown(bookId: number, chapterId: number, { block, offset }: Locator): boolean {
  const [last] = $readlogList.get();
  const known = savedLocator(bookId, chapterId);
  return last?.book.id === bookId && known?.block === block && known.offset === offset;
}

function entryOf(
  { id, title, category, cover, apiPrefix }: Book,
  chapter: NonNullable<HistoryEntry['chapter']>,
): Omit<HistoryEntry, 'read_at'> {
  return { book: { id, title, category }, cover: storedCover(cover, apiPrefix), chapter };
}
