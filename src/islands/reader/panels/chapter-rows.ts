import type { Chapter } from '#src/contract/entities/chapter.ts';

/** Rows that are put into the page together. */
const GROUP = 100;

export interface RowFilter {
  readonly query: string;
  readonly hideLocked: boolean;
  readonly newestFirst: boolean;
}

/** The chapters a visitor looks for: by number or by words of the title, whatever their accents. */
export function rowsOf(chapters: readonly Chapter[], { query, hideLocked, newestFirst }: RowFilter): Chapter[] {
  const word = plain(query);
  const found = chapters.filter(
    ({ number, title, part, locked }) =>
      !(hideLocked && locked) &&
      (word === '' || String(number) === word || plain(`${title} ${part ?? ''}`).includes(word)),
  );
  if (newestFirst) found.reverse();
  // A number means the chapter of that number before all that name it.
  return word === '' ? found : found.sort((one, other) => rank(other) - rank(one));

  function rank({ number }: Chapter): number {
    return Number(String(number) === word);
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

/** Numbers of the first and last chapter of a group. */
export const rangeOf = ({ rows }: Group): string => `${rows[0]?.number ?? 0}–${rows.at(-1)?.number ?? 0}`;
