import type { Chapter } from '#src/contract/entities/chapter.ts';

/** Rows that are put into the page together. */
const GROUP = 100;

export interface RowFilter {
  readonly query: string;
  readonly hideLocked: boolean;
  readonly newestFirst: boolean;
}

const OWN_NUMBER = /^\D{0,20}?(\d{1,6})(?!\d)/;

/** The number that a title gives its chapter: 12 of "Chapter 12: The Weir" and of "12. The Weir". */
export function ownNumber({ title }: Pick<Chapter, 'title'>): number | undefined {
  const [, number] = OWN_NUMBER.exec(title) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The number by which a visitor looks for a chapter: its own one, or its place in a book without numbers. */
const soughtNumber = (chapter: Chapter): number => ownNumber(chapter) ?? chapter.number;

/** The chapters a visitor looks for: by number or by words of the title, whatever their accents. */
export function rowsOf(chapters: readonly Chapter[], { query, hideLocked, newestFirst }: RowFilter): Chapter[] {
  const word = plain(query);
  const found = chapters.filter(
    (chapter) =>
      !(hideLocked && chapter.locked) &&
      (word === '' || rank(chapter) === 1 || plain(`${chapter.title} ${chapter.part ?? ''}`).includes(word)),
  );
  if (newestFirst) found.reverse();
  // A number means the chapter of that number before all that name it.
  return word === '' ? found : found.sort((one, other) => rank(other) - rank(one));

  function rank(chapter: Chapter): number {
    return Number(String(soughtNumber(chapter)) === word);
  }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

export interface Group {
  readonly key: number;
  readonly rows: readonly Chapter[];
}

/** The rows by hundreds. */
export function groupsOf(rows: readonly Chapter[]): Group[] {
  return Array.from({ length: Math.ceil(rows.length / GROUP) }, (_none, index) => ({
    key: index,
    rows: rows.slice(index * GROUP, (index + 1) * GROUP),
  }));
}

/** The numbers with which a group begins and ends; its titles where the book has no numbers. */
export function rangeOf({ rows }: Group): string {
  const numbers = rows.map(ownNumber).filter((number) => number !== undefined);
  const [first, last] = [numbers[0], numbers.at(-1)];
  return first === undefined ? `${rows[0]?.title} – ${rows.at(-1)?.title}` : `${first}–${last}`;
}
