import { randomUUID } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readBlocks } from '#src/api/import/index.ts';
import type { BlockPreview, BookPreview } from '#src/api/import/plan/types.ts';
import { isMissing, LecternError } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { makePrivateFolder, PRIVATE_FILE } from '#src/lib/private-files.ts';
import type { Batch } from './batch.ts';

/**
 * The staged files of all batches. On disk, a file's name is its number: paths sent by a browser are never used as
 * paths on this machine.
 */
export interface StagingFolder {
  /** Reads the batches that an earlier process left behind. A file counts as uploaded if it is complete. */
  load(): Batch[];
  save(batch: Batch): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes the files, but not the record of the batch. */
  removeFiles(id: string): Promise<void>;
  placeOf(id: string, file: number): string;
  /** Writes a file. @throws TooLongError if it has more than `size` bytes. @returns the bytes received */
  receive(id: string, file: number, bytes: Readable, size: number, onBytes: (count: number) => void): Promise<number>;
  putPreview(id: string, book: number, preview: BookPreview): Promise<void>;
  preview(id: string, book: number): Promise<BookPreview | null>;
  clearBlocks(id: string, book: number): Promise<void>;
  addBlocks(id: string, book: number, lines: string): Promise<void>;
  blocks(id: string, book: number, chapter: number): Promise<readonly BlockPreview[] | undefined>;
}

/** Thrown when a received file is longer than announced. */
export class TooLongError extends LecternError {
  constructor() {
    super('TOO_LONG', 'The file is longer than announced.');
  }
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const RECORD = 'batch.json';

export function openStagingFolder(folder: string): StagingFolder {
  const at = (id: string, ...names: string[]) => {
    if (!ID.test(id)) throw new TypeError(`"${id}" is not the id of a batch.`);
    return join(folder, id, ...names);
  };
  const filePath = (id: string, file: number) => at(id, 'files', String(file));
  const blocksPath = (id: string, book: number) => at(id, `blocks-${book}.ndjson`);
  const previewPath = (id: string, book: number) => at(id, `preview-${book}.json`);
  const makeBatchFolder = async (id: string) => {
    makePrivateFolder(folder);
    await mkdir(at(id, 'files'), { recursive: true });
  };
  return {
    load() {
      const ids = namesIn(folder).filter((name) => ID.test(name));
      return ids.flatMap((id) => {
        const batch = recordIn(at(id, RECORD));
        if (!batch) return [];
        const isUploaded = (index: number, size: number) =>
          statSync(filePath(id, index), { throwIfNoEntry: false })?.size === size;
        const files = batch.files.map((file, index) => ({ ...file, isUploaded: isUploaded(index, file.size) }));
        return [{ ...batch, files }];
      });
    },
    async save(batch) {
      await makeBatchFolder(batch.id);
      await writeAtomic(at(batch.id, RECORD), JSON.stringify(batch), PRIVATE_FILE);
    },
    remove: (id) => rm(at(id), { recursive: true, force: true }),
    removeFiles: (id) => rm(at(id, 'files'), { recursive: true, force: true }),
    placeOf: filePath,
    async receive(id, file, bytes, size, onBytes) {
      await makeBatchFolder(id);
      const part = at(id, 'files', `${file}.${randomUUID()}.part`);
      let count = 0;
      async function* counted(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          count += chunk.length;
          if (count > size) throw new TooLongError();
          onBytes(count);
          yield chunk;
        }
      }
      try {
        await pipeline(bytes, counted, createWriteStream(part, { flags: 'wx', mode: PRIVATE_FILE }));
        if (count === size) await rename(part, filePath(id, file));
      } finally {
        await rm(part, { force: true });
      }
      return count;
    },
    putPreview: (id, book, preview) => writeAtomic(previewPath(id, book), JSON.stringify(preview), PRIVATE_FILE),
    preview: async (id, book) => JSON.parse((await textOf(previewPath(id, book))) ?? 'null'),
    clearBlocks: (id, book) => rm(blocksPath(id, book), { force: true }),
    addBlocks: (id, book, lines) => appendFile(blocksPath(id, book), lines, { mode: PRIVATE_FILE }),
    blocks: (id, book, chapter) => readBlocks(blocksPath(id, book), chapter).catch(undefinedIfMissing),
  };
}

const textOf = (path: string) => readFile(path, 'utf8').catch(undefinedIfMissing);

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** @returns undefined if the record is missing or damaged; its folder is then ignored */
function recordIn(path: string): Batch | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
