import type { Row } from '../store/database.ts';
import { numbersAsRows } from '../store/dialects.ts';
import type { Store } from '../store/index.ts';
import { offered } from '../store/reads/offered.ts';
import { sql } from '../store/sql.ts';
import type { QueuedEvent } from './types.ts';

type BookRow = Row & { id: number; section: number };
type ChapterRow = Row & { id: number; book: number };

/**
 * Checks the books and chapters of events, because paths of page views may be invented. A view of a book or chapter that
 * the brand does not offer counts as a view of another page; any other event of it is dropped.
 */
export async function withExistingPages(store: Store, events: readonly QueuedEvent[]): Promise<QueuedEvent[]> {
  const groups = await Array.fromAsync(
    Map.groupBy(events, ({ brand }) => brand),
    async ([brand, ofBrand]) => {
      const ids = (name: 'book' | 'chapter') => [
        ...new Set(ofBrand.flatMap((event) => ('book' in event && event[name] > 0 ? [event[name]] : []))),
      ];
      const sections = await sectionsOf(store, brand, ids('book'));
      const books = await booksOf(store, ids('chapter'));
      return ofBrand.flatMap((event) => existing(event, sections, books));
    },
  );
  return groups.flat();
}

function existing(
  event: QueuedEvent,
  sections: ReadonlyMap<number, number>,
  books: ReadonlyMap<number, number>,
): QueuedEvent[] {
  if (!('book' in event) || event.book === 0) return [event];
  const section = sections.get(event.book);
  if (section !== undefined && (event.chapter === 0 || books.get(event.chapter) === event.book))
    return [{ ...event, section }];
  return event.kind === 'view' ? [{ ...event, book: 0, chapter: 0 }] : [];
}

/** The sections of the books that the brand offers. */
async function sectionsOf({ catalogue }: Store, brand: string, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const query = sql`SELECT b.id, b.section FROM ${numbersAsRows(ids)} JOIN books b ON b.id = j.value
    WHERE b.section > 0 AND ${offered('b', brand)}`;
  return new Map((await catalogue.all<BookRow>(query)).map(({ id, section }) => [id, section]));
}

/** The books of the published chapters. */
async function booksOf({ catalogue }: Store, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const query = sql`SELECT c.id, c.book_id AS book FROM ${numbersAsRows(ids)} JOIN chapters c ON c.id = j.value
    WHERE c.number > 0`;
  return new Map((await catalogue.all<ChapterRow>(query)).map(({ id, book }) => [id, book]));
}
