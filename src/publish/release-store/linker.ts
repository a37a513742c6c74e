import { constants, copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMissing } from '#src/lib/errors.ts';
import { isPlainFile, isPlainFolder, NotPlainError, plainNames } from '#src/lib/plain-files.ts';
import { withPath } from '#src/lib/storage-error.ts';

/** Writes the files of a downloaded release. Replaces files left by an interrupted download. */
export interface Linker {
  /**
   * Creates a hard link, or a copy if the file system does not support hard links.
   * @returns false if `path` below `from` is missing or not a regular file
   */
  link(from: string, path: string): boolean;
  write(path: string, content: Uint8Array): void;
}

/** @param root folder of the release; nothing below it may be a link */
export function createLinker(root: string): Linker {
  const createdFolders = new Set<string>();
  const prepare = (path: string) => {
    const folder = dirname(plainNames(path).join('/'));
    if (!createdFolders.has(folder)) {
      if (folder !== '.') isPlainFolder(root, folder);
      withPath(join(root, folder), () => mkdirSync(join(root, folder), { recursive: true }));
    }
    createdFolders.add(folder);
    rmSync(join(root, path), { force: true });
    return join(root, path);
  };
  return {
    link(from, path) {
      const to = prepare(path);
      try {
        if (!isPlainFile(from, path)) return false;
        linkSync(join(from, path), to);
        return true;
      } catch (error) {
        if (isMissing(error) || error instanceof NotPlainError) return false;
        copyFileSync(join(from, path), to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
        return true;
      }
    },
    write(path, content) {
      const to = prepare(path);
      // The file is removed, not overwritten, because it may be a hard link to a file in another release.
      withPath(to, () => writeFileSync(to, content, { flag: 'wx' }));
    },
  };
}
