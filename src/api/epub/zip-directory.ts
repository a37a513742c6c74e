import { EpubRefused } from './refused.ts';

/** One entry of the central directory. `offset` is where its local header starts. */
export interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  crc: number;
  packedBytes: number;
  offset: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const UTF8_NAME = 0x800;

/**
 * The entries named by the central directory (PKWARE APPNOTE 4.3.12), the one list of contents we go by.
 * The sizes it claims are not believed: see `zip.ts`.
 */
export function readDirectory(bytes: Uint8Array, maxEntries: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  if (count === 0xffff || size === 0xffffffff) throw zip64();
  if (count > maxEntries) throw tooMany(count, maxEntries);
  const start = end - size;
  // Bytes put before the archive (a self-extractor's stub) shift every offset.
  const shift = start - view.getUint32(end + 16, true);
  if (shift < 0) throw truncated();

  const entries: ZipEntry[] = [];
  let at = start;
  while (at + 46 <= end && view.getUint32(at, true) === ENTRY) {
    if (entries.length >= maxEntries) throw tooMany(entries.length + 1, maxEntries);
    const nameBytes = view.getUint16(at + 28, true);
    entries.push(readEntry(view, bytes.subarray(at + 46, at + 46 + nameBytes), at, shift));
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (entries.length !== count) throw broken('its list of contents is damaged');
  return entries;
}

/** The entry's data as stored, found through its local header. */
export function packedBytes(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== LOCAL) {
    throw broken(`"${entry.name}" is not where the list of contents says`);
  }
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  if (start + entry.packedBytes > bytes.length) throw truncated();
  return bytes.subarray(start, start + entry.packedBytes);
}

function readEntry(view: DataView, name: Uint8Array, at: number, shift: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const packed = view.getUint32(at + 20, true);
  const offset = view.getUint32(at + 42, true);
  if (packed === 0xffffffff || offset === 0xffffffff) throw zip64();
  return {
    name: decodeName(name, (flags & UTF8_NAME) !== 0),
    method: view.getUint16(at + 10, true),
    encrypted: (flags & 1) !== 0,
    crc: view.getUint32(at + 16, true),
    packedBytes: packed,
    offset: offset + shift,
  };
}

/** Many tools write UTF-8 names without the flag that says so. */
function decodeName(name: Uint8Array, utf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !utf8 }).decode(name).replaceAll('\\', '/');
  } catch {
    return new TextDecoder('latin1').decode(name).replaceAll('\\', '/');
  }
}

function findEnd(view: DataView): number {
  if (view.byteLength < 4 || view.getUint16(0) !== 0x504b) throw notZip();
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw truncated();
}

function notZip(): EpubRefused {
  return new EpubRefused(
    'not-epub',
    'This is not an EPUB file: an EPUB is a ZIP archive, and this file is none. Choose the .epub file itself.',
  );
}

function truncated(): EpubRefused {
  return new EpubRefused(
    'truncated',
    'The file is cut off: its end is missing, as after an interrupted download. Fetch it again.',
  );
}

function broken(what: string): EpubRefused {
  return new EpubRefused(
    'broken',
    `The archive is damaged: ${what}. Fetch the file again, or save it anew with an EPUB editor.`,
  );
}

function zip64(): EpubRefused {
  return new EpubRefused(
    'broken',
    'The archive is written as ZIP64, which no book needs. Pack the EPUB anew as a plain ZIP.',
  );
}

function tooMany(count: number, most: number): EpubRefused {
  return new EpubRefused(
    'too-many-files',
    `The archive lists ${count} or more files; at most ${most} are read. Split the book into volumes.`,
  );
}
