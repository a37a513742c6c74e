import type { Chapter } from '#src/contract/entities/chapter.ts';

/** Number of chapters in a range. The rows of a range are rendered together. */
const GROUP_SIZE = 100;

export interface RowFilter {
  readonly query: string;
  readonly hideLocked: boolean;
  readonly newestFirst: boolean;
}

const OWN_NUMBER = /^\D{0,20}?(\d{1,6})(?!\d)/;

/** The chapter number in a title: 12 in "Chapter 12: The Weir" and "12. The Weir". */
export function ownNumber({ title }: Pick<Chapter, 'title'>): number | undefined {
  const [, number] = OWN_NUMBER.exec(title) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The number by which visitors search for a chapter: the number in its title, or else its position in the book. */
const searchNumber = (chapter: Chapter): number => ownNumber(chapter) ?? chapter.number;

/** The chapters whose number matches the query, or whose title or part contains it. Ignores accents. */
export function rowsOf(chapters: readonly Chapter[], { query, hideLocked, newestFirst }: RowFilter): Chapter[] {
  const word = plain(query);
  const matches = chapters.filter(
    (chapter) =>
      !(hideLocked && chapter.locked) &&
      (word === '' || rank(chapter) === 1 || plain(`${chapter.title} ${chapter.part ?? ''}`).includes(word)),
  );
  if (newestFirst) matches.reverse();
  // If the query is a number, the chapter with this number comes first, before chapters that only have the number in
  // their title or part.
  return word === '' ? matches : matches.sort((a, b) => rank(b) - rank(a));

  function rank(chapter: Chapter): number {
    return Number(String(searchNumber(chapter)) === word);
  }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

export interface Group {
  readonly key: number;
  readonly rows: readonly Chapter[];
}

/** Splits the rows into ranges of a hundred. */
export function groupsOf(rows: readonly Chapter[]): Group[] {
  return Array.from({ length: Math.ceil(rows.length / GROUP_SIZE) }, (_none, index) => ({
    key: index,
    rows: rows.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  }));
}

/** The first and last chapter number of a range; if the chapters have no numbers, the first and last title. */
export function rangeOf({ rows }: Group): string {
  const numbers = rows.map(ownNumber).filter((number) => number !== undefined);
  const [first, last] = [numbers[0], numbers.at(-1)];
  return first === undefined ? `${rows[0]?.title} – ${rows.at(-1)?.title}` : `${first}–${last}`;
}
