import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NotPlainError, plainStat, strangeKind } from '#src/lib/plain-files.ts';
import { withPath } from '#src/lib/storage-error.ts';

/** Writes files below one folder and creates each missing folder once. Paths are relative to the folder. */
export interface TreeWriter {
  /** @throws Error if the file exists: it is never overwritten, because other releases may share it */
  write(file: string, content: Uint8Array): void;
  /** Creates a hard link to `source`, or a copy if the file system does not support hard links. */
  link(source: string, file: string): void;
  /** Removes a file if it exists. */
  remove(file: string): void;
}

export function createTreeWriter(root: string): TreeWriter {
  const created = new Set<string>();
  const prepare = (file: string) => {
    const path = join(root, file);
    const folder = dirname(path);
    if (!created.has(folder)) mkdirSync(folder, { recursive: true });
    created.add(folder);
    return path;
  };
  const checked = new Set<string>();
  /** Rejects links, which must not be followed or hard-linked. */
  const requirePlain = (source: string, file: string) => {
    const stat = lstatSync(source, { throwIfNoEntry: false });
    const kind = stat && strangeKind(stat);
    if (kind !== undefined) throw new NotPlainError(source, kind);
    const folder = dirname(source);
    if (checked.has(folder) || !source.endsWith(`/${file}`) || !file.includes('/')) return;
    plainStat(source.slice(0, -file.length - 1), dirname(file));
    checked.add(folder);
  };
  let canLink = true;
  return {
    write(file, content) {
      const path = prepare(file);
      withPath(path, () => writeFileSync(path, content, { flag: 'wx' }));
    },
    link(source, file) {
      const path = prepare(file);
      requirePlain(source, file);
      canLink &&= tryLink(source, path);
      if (!canLink) copyFileSync(source, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    },
    remove: (file) => rmSync(join(root, file), { force: true }),
  };
}

/**
 * Error codes of link(2) for two different file systems, and for file systems without hard links. After the first such
 * error, files are copied.
 */
const NO_HARD_LINKS = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'];

function tryLink(source: string, path: string): boolean {
  try {
    linkSync(source, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_HARD_LINKS.includes(String(error.code))) return false;
    throw error;
  }
}
