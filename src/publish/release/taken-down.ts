import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';

/** A book that no release of the brand may show any more. */
export interface TakenDownBook {
  readonly book: number;
  /**
   * Status of responses for the book's URLs: 451 if the book was taken down for legal reasons (RFC 7725), otherwise
   * 410.
   */
  readonly status: 410 | 451;
  /** Time of the takedown, RFC 3339, UTC. */
  readonly at: string;
  /** The law or demand, as plain text, which the book's pages show to visitors. Only with status 451. */
  readonly reason?: string | undefined;
}

/** Content of `taken-down.json` in a brand's folder. */
export interface TakenDown {
  readonly books: readonly TakenDownBook[];
  /**
   * Id of the first release that shows none of these books. Older releases never go live again. Empty if every release
   * may go live.
   */
  readonly since: string;
}

const NONE: TakenDown = { books: [], since: '' };

export const takenDownFile = (brandFolder: string): string => join(brandFolder, 'taken-down.json');

/** @throws Error if the file is damaged, because it is then unknown which books may be shown */
export function readTakenDown(brandFolder: string): TakenDown {
  try {
    return JSON.parse(readFileSync(takenDownFile(brandFolder), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return NONE;
    throw error;
  }
}

/** Adds a book, or changes its status and reason. Releases created before `at` never go live again. */
export async function addTakenDown(brandFolder: string, { book, status, at, reason }: TakenDownBook): Promise<void> {
  const { books, since } = readTakenDown(brandFolder);
  const now = at.replaceAll(/[-:.]/g, '');
  const others = books.filter((entry) => entry.book !== book);
  const entry = { book, status, at, ...(reason !== undefined && { reason }) };
  await write(brandFolder, { books: [...others, entry], since: [now, since].toSorted().at(-1) ?? now });
}

/** Stores the id of the first release that shows none of the books that were taken down. */
export async function setFirstWithout(brandFolder: string, release: string): Promise<void> {
  await write(brandFolder, { ...readTakenDown(brandFolder), since: release });
}

const write = (brandFolder: string, list: TakenDown) =>
  writeAtomic(takenDownFile(brandFolder), `${JSON.stringify(list, null, 2)}\n`);
