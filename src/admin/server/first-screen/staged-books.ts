import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mib } from '#src/api/epub/limits.ts';
import type { LecternError } from '#src/lib/errors.ts';
import { plainNames, walkPlain } from '#src/lib/plain-files.ts';
import { makePrivateFolder, PRIVATE_FILE } from '#src/lib/private-files.ts';
import { AdminError } from '../http/error.ts';
import { checkFiles } from '../imports/limits.ts';

/** Maximum size of all uploaded files together. */
const MAX_TOTAL_BYTES = 4 * 1024 * 1024 * 1024;
const MAX_TOTAL_FILES = 20_000;

interface StagedFile {
  readonly path: string;
  readonly size: number;
  readonly isReceived: boolean;
}

/** The uploaded books. Their names are kept, because titles and the order of chapters may come from them. */
export interface BookFiles {
  /** Folder with the complete files. */
  readonly folder: string;
  files(): readonly StagedFile[];
  /**
   * Files that were not received can be announced again, together with those that were.
   * @returns the index of the first file. @throws AdminError invalid, too_large, conflict
   */
  announce(files: readonly { readonly path: string; readonly size: number }[]): number;
  /** @throws AdminError not_found, invalid if the size differs from the announced one */
  receive(index: number, bytes: Readable): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Opens the folder for uploaded books. It may contain files of a setup that was interrupted.
 * @param folder private to the first screen
 */
export function openBookFiles(folder: string): BookFiles {
  const complete = join(folder, 'books');
  const incomplete = join(folder, 'incomplete');
  /** By index. A file that was announced again has a new index. */
  let slots: readonly (StagedFile | undefined)[] = existsSync(complete)
    ? [...walkPlain(complete)]
        .filter(({ stat }) => stat.isFile())
        .map(({ path, stat }) => ({ path, size: stat.size, isReceived: true }))
    : [];
  const staged = () => slots.filter((file) => file !== undefined);
  return {
    folder: complete,
    files: staged,
    announce(files) {
      checkFiles(files, 0, []);
      const replaced = replacedFiles(files, staged());
      const kept = staged().filter((file) => !replaced.has(file));
      const all = [...kept, ...files];
      checkPaths(files, kept);
      const total = all.reduce((sum, { size }) => sum + size, 0);
      if (all.length > MAX_TOTAL_FILES || total > MAX_TOTAL_BYTES)
        throw new AdminError(
          'too_large',
          `These are ${all.length} files of ${mib(total)}. At most ${MAX_TOTAL_FILES} files of ${mib(MAX_TOTAL_BYTES)} can be uploaded here. Import the others later, or name their folder with npm run setup -- --books FOLDER.`,
        );
      const first = slots.length;
      slots = [
        ...slots.map((file) => (file && replaced.has(file) ? undefined : file)),
        ...files.map(({ path, size }) => ({ path, size, isReceived: false })),
      ];
      return first;
    },
    async receive(index, bytes) {
      const file = slots[index];
      if (!file) throw new AdminError('not_found', 'This file was not announced.');
      makePrivateFolder(folder);
      makePrivateFolder(incomplete);
      const part = join(incomplete, randomUUID());
      try {
        await pipeline(bytes, limitedTo(file), createWriteStream(part, { flags: 'wx', mode: PRIVATE_FILE }));
        // The books may have been removed, or announced again, while the file was sent.
        if (slots[index] !== file) return;
        const target = join(complete, ...plainNames(file.path));
        makePrivateFolder(complete);
        await mkdir(dirname(target), { recursive: true });
        await rename(part, target);
        if (slots[index] === file) slots = slots.with(index, { ...file, isReceived: true });
      } finally {
        await rm(part, { force: true });
      }
    },
    async clear() {
      slots = [];
      await rm(complete, { recursive: true, force: true });
      await rm(incomplete, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the staged files that an announcement replaces. If an upload failed, the same files are usually chosen again,
 * although some of them have arrived. A file of another size is another file.
 */
function replacedFiles(
  files: readonly { readonly path: string; readonly size: number }[],
  staged: readonly StagedFile[],
): Set<StagedFile> {
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  const again = staged.filter(({ path }) => sizes.has(path));
  if (again.every(({ isReceived }) => isReceived)) return new Set();
  return new Set(again.filter(({ path, size, isReceived }) => !isReceived || sizes.get(path) === size));
}

/** Each path must be new, and none may be a folder of another. @throws AdminError conflict */
function checkPaths(files: readonly { readonly path: string }[], staged: readonly StagedFile[]): void {
  const paths = new Set(staged.map(({ path }) => path));
  const folders = new Set(staged.flatMap(({ path }) => foldersOf(path)));
  for (const { path } of files) {
    if (paths.has(path)) throw new AdminError('conflict', `"${path}" was added already.`);
    if (folders.has(path) || foldersOf(path).some((folder) => paths.has(folder)))
      throw new AdminError('conflict', `"${path}" is both a file and a folder.`);
    paths.add(path);
    for (const folder of foldersOf(path)) folders.add(folder);
  }
}

/** `a/b/c` is in `a` and `a/b`. */
const foldersOf = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** Passes the bytes on. @throws AdminError invalid if there are more or fewer than announced */
const limitedTo = ({ path, size }: StagedFile) =>
  async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let count = 0;
    for await (const chunk of chunks) {
      count += chunk.length;
      if (count > size) throw wrongSize(path, `more than ${size}`, size);
      yield chunk;
    }
    if (count < size) throw wrongSize(path, String(count), size);
  };

const wrongSize = (path: string, count: string, size: number): LecternError =>
  new AdminError('invalid', `"${path}" has ${count} bytes instead of the ${size} that were announced.`);
