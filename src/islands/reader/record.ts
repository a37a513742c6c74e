import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { HistoryEntry, Place } from '#src/contract/entities/visitor.ts';
import { openReading } from '#src/stores/elsewhere.ts';
import { recordReading } from '#src/stores/history.ts';
import { $readlogList } from '#src/stores/local.ts';
import { knownPlace } from '#src/stores/movement.ts';
import { storedCover } from '../ui/covers.ts';
import { factsOf } from './articles.ts';

export interface Book extends BookReference {
  readonly cover: Cover | null;
  readonly apiPrefix: string;
}

/** Only the first chapter of a page is opened, the others flow in. */
let isOpen = false;

/**
 * Notes the chapter that is read in the history, and how far.
 * @param place without one the chapter was just entered: what is known of a place in it stays
 */
export function noteReading(book: Book, part: HTMLElement | null, place?: Place): void {
  if (!part) return;
  const { id, number, title } = factsOf(part);
  if (place && isKnown(book.id, id, place)) return;
  const note = () => recordReading(entryOf(book, { id, number, title, place: place ?? knownPlace(book.id, id) }));
  if (place || isOpen) note();
  else void openReading(book.id, note);
  isOpen = true;
}

/** To rest where one has been is no reading. */
function isKnown(bookId: number, chapterId: number, { block, offset }: Place): boolean {
  const [last] = $readlogList.get();
  const known = knownPlace(bookId, chapterId);
  return last?.book.id === bookId && known?.block === block && known.offset === offset;
}

function entryOf(
  { id, title, category, cover, apiPrefix }: Book,
  chapter: NonNullable<HistoryEntry['chapter']>,
): Omit<HistoryEntry, 'read_at'> {
  return { book: { id, title, category }, cover: storedCover(cover, apiPrefix), chapter };
}
