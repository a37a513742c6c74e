import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { readTakenDown, type TakenDownBook, takenDownFile } from '#src/publish/release/index.ts';

const CHECK_EVERY_MS = 1000;

interface TakenDownOptions {
  readonly log: Log;
  /** Called when the list of books has changed, because cached responses may show one of these books. */
  onChange(): void;
  readonly now?: () => number;
}

/** How requests for a book that was taken down are answered. */
export type Takedown = Pick<TakenDownBook, 'status' | 'reason'>;

/** The books that a brand has taken down. Changes are noticed within a second. */
export interface TakenDownBooks {
  check(): void;
  takedownOf(book: number): Takedown | undefined;
}

export function createTakenDown(
  brandFolder: string,
  { log, onChange, now = Date.now }: TakenDownOptions,
): TakenDownBooks {
  let takedowns: ReadonlyMap<number, Takedown> = new Map();
  let version: string | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const read = () => {
    try {
      takedowns = new Map(readTakenDown(brandFolder).books.map(({ book, ...takedown }) => [book, takedown]));
    } catch (error) {
      log.error(`the list of books that ${basename(brandFolder)} took down cannot be read: ${messageOf(error)}`);
    }
  };
  return {
    takedownOf: (book) => takedowns.get(book),
    check() {
      if (now() - checkedAt < CHECK_EVERY_MS) return;
      checkedAt = now();
      const current = versionOf(takenDownFile(brandFolder));
      if (current === version) return;
      const isFirst = version === undefined;
      version = current;
      read();
      if (!isFirst) onChange();
    },
  };
}

/** A value that changes with the file. The file is replaced by renaming, so a new version has a new inode. */
function versionOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeMs}` : '';
}
