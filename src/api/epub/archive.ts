import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { messageOf } from '#src/lib/errors.ts';
import { namesOf } from './entry-names.ts';
import { EpubError } from './errors.ts';
import { type EpubLimits, mib } from './limits.ts';

const inflate = promisify(inflateRaw);
const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER = Buffer.from('PK\x01\x02');

/** A ZIP archive whose entries are checked for size limits and checksums before any content is parsed. */
export interface Archive {
  readonly names: readonly string[];
  /** Returns the bytes of an entry; undefined if no entry has this name. */
  read(name: string): Promise<Uint8Array | undefined>;
}

interface ArchiveOptions {
  /** Whether entries are checked only when they are read. For archives that were checked completely before. */
  readonly isLazy?: boolean;
}

/**
 * Opens an archive and inflates each entry once, so that a ZIP bomb is rejected before anything is parsed. The data is
 * discarded, so that only one inflated entry is in memory at a time.
 * @throws EpubError if the archive is damaged or exceeds a limit
 */
export async function openArchive(
  bytes: Uint8Array,
  limits: EpubLimits,
  { isLazy = false }: ArchiveOptions = {},
): Promise<Archive> {
  checkFile(bytes, limits);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await openZip(buffer);
  const entries = new Map<string, Entry>();
  let bytesLeft = limits.totalBytes;
  const all = await readEntries(buffer, zip, limits.entries);
  const decodedName = namesOf(all);
  for (const entry of all) {
    const name = decodedName(entry);
    if (name.endsWith('/')) continue;
    entries.set(name, entry);
    if (isLazy) continue;
    bytesLeft -= (await readEntry(buffer, zip, entry, limits, bytesLeft)).length;
    await setImmediate();
  }
  const unread = new Set(isLazy ? entries.keys() : []);
  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const isFirst = unread.delete(name);
      const content = await readEntry(buffer, zip, entry, limits, isFirst ? bytesLeft : limits.totalBytes);
      if (isFirst) bytesLeft -= content.length;
      return content;
    },
  };
}

function checkFile(bytes: Uint8Array, limits: EpubLimits): void {
  if (bytes.length > limits.fileBytes) {
    throw new EpubError(
      'too-large',
      `The file is ${mib(bytes.length)}; the limit is ${mib(limits.fileBytes)}. Make its pictures smaller.`,
    );
  }
  if (bytes.length < 4 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
    throw new EpubError(
      'not-epub',
      'This is not an EPUB file: an EPUB is a ZIP archive, and this file is not one. Supported files end with .epub, .docx, .odt, .md, .html or .txt.',
    );
  }
}

/**
 * Opens an archive with yauzl. Turns off yauzl's checks of sizes and names, which `decompress` and `nameOf` replace.
 */
async function openZip(buffer: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(buffer, { decodeStrings: false, validateEntrySizes: false });
  } catch (cause) {
    throw new EpubError(
      'truncated',
      'The file is truncated or damaged at its end, as after an interrupted download. Download it again.',
      { cause },
    );
  }
}

async function readEntries(buffer: Buffer, zip: ZipFile, maxEntries: number): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) {
    throw new EpubError(
      'too-many-files',
      `The archive lists ${zip.entryCount} files; the limit is ${maxEntries}. Split the book into volumes.`,
    );
  }
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (cause) {
    // yauzl rejects strong encryption when it reads the central directory, and its errors have no codes.
    if (/encryption/.test(messageOf(cause))) throw encrypted();
    throw broken('its central directory is damaged', cause);
  }
  rejectHiddenEntries(buffer, zip);
  rejectOverlaps(entries);
  return entries;
}

/**
 * Rejects an archive with more entries than its end record declares, because yauzl would not read the additional
 * entries.
 */
function rejectHiddenEntries(buffer: Buffer, { readEntryCursor }: ZipFile): void {
  const next = Number(readEntryCursor);
  if (buffer.subarray(next, next + 4).equals(DIRECTORY_HEADER))
    throw broken('it contains more files than its header declares');
}

/** Rejects overlapping entries, because they let a small file expand to a huge size. */
function rejectOverlaps(entries: readonly Entry[]): void {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: offset, compressedSize } of sorted) {
    if (offset < end) throw broken('two of its files share the same bytes');
    end = offset + LOCAL_HEADER_BYTES + compressedSize;
  }
}

/** Returns the name of an entry for a message. */
const nameOf = (entry: Entry): string => namesOf([entry])(entry);

async function readEntry(
  buffer: Buffer,
  zip: ZipFile,
  entry: Entry,
  limits: EpubLimits,
  bytesLeft: number,
): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw encrypted();
  const compressed = await compressedBytes(buffer, zip, entry);
  const maxBytes = Math.min(limits.entryBytes, bytesLeft, Math.max(limits.ratioFrom, compressed.length * limits.ratio));
  const content = await decompress(compressed, entry, maxBytes);
  if (content.length > maxBytes) throw bomb(entry, maxBytes);
  if (crc32(content) !== entry.crc32) throw damaged(entry);
  return content;
}

async function compressedBytes(buffer: Buffer, zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  } catch (cause) {
    throw broken(`"${nameOf(entry)}" is not where the central directory says`, cause);
  }
}

/**
 * Inflates an entry with zlib, not with yauzl, because `maxOutputLength` limits the size even if the headers are wrong.
 */
async function decompress(compressed: Buffer, entry: Entry, maxBytes: number): Promise<Uint8Array> {
  if (entry.compressionMethod === STORED) return compressed;
  if (entry.compressionMethod !== DEFLATED) {
    throw new EpubError(
      'broken',
      `"${nameOf(entry)}" uses a compression that EPUB does not allow (method ${entry.compressionMethod}). Pack the EPUB again.`,
    );
  }
  try {
    const content = await inflate(compressed, { maxOutputLength: Math.max(1, maxBytes) });
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? bomb(entry, maxBytes)
      : damaged(entry, cause);
  }
}

function encrypted(): EpubError {
  return new EpubError('encrypted', 'The archive is password-protected. Import an unprotected copy.');
}

function bomb(entry: Entry, maxBytes: number): EpubError {
  return new EpubError(
    'zip-bomb',
    `"${nameOf(entry)}" unpacks to more than ${mib(maxBytes)}, as a ZIP bomb does; a book does not need that. Import the publisher's original file.`,
  );
}

function damaged(entry: Entry, cause?: unknown): EpubError {
  return new EpubError(
    'broken',
    `"${nameOf(entry)}" in the archive is damaged. Download the file again, or save it again with an EPUB editor.`,
    { cause },
  );
}

function broken(problem: string, cause?: unknown): EpubError {
  return new EpubError(
    'broken',
    `The archive is damaged: ${problem}. Download the file again, or save it again with an EPUB editor.`,
    { cause },
  );
}
