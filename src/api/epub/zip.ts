import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type EpubLimits, mib } from './limits.ts';
import { EpubRefused } from './refused.ts';
import { packedBytes, readDirectory, type ZipEntry } from './zip-directory.ts';

const inflate = promisify(inflateRaw);
const STORED = 0;
const DEFLATED = 8;

/** An archive whose every entry has been inflated once within the limits, and matched its checksum. */
export interface Archive {
  names: string[];
  /** The entry's bytes; undefined where there is none of that name. */
  read(name: string): Promise<Uint8Array | undefined>;
}

/**
 * Opens an archive after inflating every entry once: a bomb anywhere in it is refused before anything is parsed. Nothing
 * inflated is kept, so memory holds one entry at a time.
 */
export async function openArchive(bytes: Uint8Array, limits: EpubLimits): Promise<Archive> {
  if (bytes.length > limits.fileBytes) {
    throw new EpubRefused(
      'too-large',
      `The file has ${mib(bytes.length)}; at most ${mib(limits.fileBytes)} are read. Make its pictures smaller.`,
    );
  }
  const entries = new Map<string, ZipEntry>();
  let left = limits.totalBytes;
  for (const entry of readDirectory(bytes, limits.entries)) {
    if (entry.name.endsWith('/')) continue;
    left -= (await inflateEntry(bytes, entry, limits, left)).length;
    entries.set(entry.name, entry);
    await setImmediate();
  }
  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name);
      return entry && inflateEntry(bytes, entry, limits, limits.totalBytes);
    },
  };
}

async function inflateEntry(bytes: Uint8Array, entry: ZipEntry, limits: EpubLimits, left: number): Promise<Uint8Array> {
  if (entry.encrypted) {
    throw new EpubRefused('encrypted', 'The archive is locked with a password. Unlock it and import the open copy.');
  }
  const packed = packedBytes(bytes, entry);
  const most = Math.min(limits.entryBytes, left, Math.max(limits.ratioFrom, packed.length * limits.ratio));
  const content = await unpack(packed, entry, most);
  if (content.length > most) throw bomb(entry.name, most);
  if (crc32(content) !== entry.crc) throw damaged(entry.name);
  return content;
}

async function unpack(packed: Uint8Array, entry: ZipEntry, most: number): Promise<Uint8Array> {
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) {
    throw new EpubRefused(
      'broken',
      `"${entry.name}" is packed in a way EPUB does not allow (method ${entry.method}). Pack the EPUB anew.`,
    );
  }
  try {
    // zlib stops by itself when the output passes this length, whatever the headers claim.
    const content = await inflate(packed, { maxOutputLength: Math.max(1, most) });
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? bomb(entry.name, most)
      : damaged(entry.name, cause);
  }
}

function bomb(name: string, most: number): EpubRefused {
  return new EpubRefused(
    'zip-bomb',
    `"${name}" unpacks to more than ${mib(most)}, as a ZIP bomb does; a book does not need that. Import the publisher's original file.`,
  );
}

function damaged(name: string, cause?: unknown): EpubRefused {
  return new EpubRefused(
    'broken',
    `"${name}" in the archive is damaged. Fetch the file again, or save it anew with an EPUB editor.`,
    { cause },
  );
}
