import { constants, copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from '#src/lib/errors.ts';
import { withPath } from '#src/lib/storage-error.ts';

/** Writes files of a release that is downloaded; those that an interrupted download left are replaced. */
export interface Linker {
  /** A hard link, or a copy where the file system has none. @returns false where `from` is missing */
  link(from: string, to: string): boolean;
  write(to: string, content: Uint8Array): void;
}

export function createLinker(): Linker {
  const made = new Set<string>();
  const prepare = (to: string) => {
    const folder = dirname(to);
    if (!made.has(folder)) withPath(folder, () => mkdirSync(folder, { recursive: true }));
    made.add(folder);
    rmSync(to, { force: true });
  };
  return {
    link(from, to) {
      prepare(to);
      try {
        linkSync(from, to);
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
        return true;
      }
    },
    write(to, content) {
      prepare(to);
      // Removed before and not overwritten: it may be a link to a file of another release.
      withPath(to, () => writeFileSync(to, content, { flag: 'wx' }));
    },
  };
}
