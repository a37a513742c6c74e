import { constants, copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Puts files below one folder, making each folder on the way once. */
export interface Place {
  write(file: string, content: Uint8Array): void;
  /** The same file under another name; a copy where links are not to be had. */
  link(source: string, file: string): void;
}

export function createPlace(root: string): Place {
  const made = new Set<string>();
  const at = (file: string) => {
    const path = join(root, file);
    const folder = dirname(path);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return path;
  };
  let linkable = true;
  return {
    write: (file, content) => writeFileSync(at(file), content, { flag: 'wx' }),
    link(source, file) {
      const path = at(file);
      linkable &&= tryLink(source, path);
      if (!linkable) copyFileSync(source, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    },
  };
}

/** Other file systems, and those without links: from then on files are copied. */
const UNLINKABLE = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'];

function tryLink(source: string, path: string): boolean {
  try {
    linkSync(source, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNLINKABLE.includes(String(error.code))) return false;
    throw error;
  }
}
