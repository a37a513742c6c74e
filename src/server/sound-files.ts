import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { isMissing, LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { NotPlainError, readPlain } from '#src/lib/plain-files.ts';
import { MAX_ASSET_BYTES } from '#src/release/index.ts';
import type { Encoding } from './representation.ts';

const unpackBrotli = promisify(brotliDecompress);
const unpackGzip = promisify(gunzip);
/** Bounds what a small compressed file may expand to. */
const LIMIT = { maxOutputLength: MAX_ASSET_BYTES };

/** How content is stored: as it is, or compressed in a file beside. */
const FORMS = {
  identity: { suffix: '', unpack: async (stored: Uint8Array) => stored },
  br: { suffix: ENCODING_SUFFIX.br, unpack: (stored: Uint8Array): Promise<Uint8Array> => unpackBrotli(stored, LIMIT) },
  gzip: {
    suffix: ENCODING_SUFFIX.gzip,
    unpack: (stored: Uint8Array): Promise<Uint8Array> => unpackGzip(stored, LIMIT),
  },
} as const satisfies Record<Encoding, unknown>;

/** A file of a release and what its release recorded of it. */
export interface RecordedFile {
  /** Of the page or browser file. */
  readonly path: string;
  /** Folder of the release or bundle; nothing below it is read through a link. */
  readonly root: string;
  /** Below `root`. */
  readonly file: string;
  /** Hash of the uncompressed content; undefined if none was recorded, as for a bundle's own files. */
  readonly hash: string | undefined;
}

/** Told of each file that is lost or damaged. */
export type OnDamage = (damaged: { readonly path: string; readonly file: string; readonly problem: string }) => void;

/** A stored form whose content is the recorded one. */
export interface SoundForm {
  readonly encoding: Encoding;
  /** As it is in the file. */
  readonly stored: Uint8Array;
  readonly content: Uint8Array;
}

/** No form of a page or file is what was published: it is never sent. */
export class DamagedFileError extends LecternError {
  constructor({ path }: RecordedFile) {
    super('DAMAGED', `The files of ${path} are lost or damaged.`);
  }
}

/**
 * Reads forms of one file, in this order, until one is sound.
 * @throws DamagedFileError where none is
 */
export async function readSoundForm(
  recorded: RecordedFile,
  encodings: readonly Encoding[],
  onDamage: OnDamage,
): Promise<SoundForm> {
  for (const encoding of encodings) {
    const form = await readForm(recorded, encoding);
    if (typeof form !== 'string') return form;
    onDamage({ path: recorded.path, file: join(recorded.root, recorded.file + FORMS[encoding].suffix), problem: form });
  }
  throw new DamagedFileError(recorded);
}

/** Reads a form that a file may lack. @returns undefined where it is missing or damaged */
export async function readOptionalForm(
  recorded: RecordedFile,
  encoding: Encoding,
  onDamage: OnDamage,
): Promise<Uint8Array | undefined> {
  const form = await readForm(recorded, encoding);
  if (typeof form !== 'string') return form.stored;
  if (form !== MISSING)
    onDamage({ path: recorded.path, file: join(recorded.root, recorded.file + FORMS[encoding].suffix), problem: form });
  return undefined;
}

const MISSING = 'it is missing';

/** @returns what is wrong, where something is */
async function readForm(recorded: RecordedFile, encoding: Encoding): Promise<SoundForm | string> {
  const { suffix, unpack } = FORMS[encoding];
  try {
    const stored = await readPlain(recorded.root, recorded.file + suffix, MAX_ASSET_BYTES);
    const content = await unpack(stored).catch(() => undefined);
    const isSame = content && (recorded.hash === undefined || hash(content, 32) === recorded.hash);
    return isSame ? { encoding, stored, content } : 'its content is not what was published';
  } catch (error) {
    if (isMissing(error)) return MISSING;
    if (error instanceof NotPlainError) return error.message;
    return `it cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`;
  }
}
