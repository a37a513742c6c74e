import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { isMissing, LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { NotPlainError, readPlain } from '#src/lib/plain-files.ts';
import { MAX_ASSET_BYTES } from '#src/publish/release/index.ts';
import type { Encoding } from '../http/representation.ts';

const unpackBrotli = promisify(brotliDecompress);
const unpackGzip = promisify(gunzip);
/** Maximum size to which a compressed file may expand. */
const DECOMPRESSION_LIMIT = { maxOutputLength: MAX_ASSET_BYTES };

/** The forms in which content is stored: uncompressed, or compressed in a file next to the uncompressed one. */
const FORMS = {
  identity: { suffix: '', unpack: async (stored: Uint8Array) => stored },
  br: {
    suffix: ENCODING_SUFFIX.br,
    unpack: (stored: Uint8Array): Promise<Uint8Array> => unpackBrotli(stored, DECOMPRESSION_LIMIT),
  },
  gzip: {
    suffix: ENCODING_SUFFIX.gzip,
    unpack: (stored: Uint8Array): Promise<Uint8Array> => unpackGzip(stored, DECOMPRESSION_LIMIT),
  },
} as const satisfies Record<Encoding, unknown>;

/** A file in a release, and what is recorded about it. */
export interface RecordedFile {
  /** Path of the page or browser file. */
  readonly path: string;
  /** Folder of the release or bundle. Links below it are not followed. */
  readonly root: string;
  /** Path below `root`. */
  readonly file: string;
  /** Hash of the uncompressed content; undefined if no hash was recorded, as for a bundle's own files. */
  readonly hash: string | undefined;
}

/** Called with each missing or damaged file. */
export type OnDamage = (damaged: { readonly path: string; readonly file: string; readonly problem: string }) => void;

/** A stored form of a file whose content matches the record. */
export interface SoundForm {
  readonly encoding: Encoding;
  /** The bytes of this form, as they are stored. */
  readonly stored: Uint8Array;
  readonly content: Uint8Array;
}

/** Thrown if all forms of a page or file differ from what was published. Damaged content is never sent. */
export class DamagedFileError extends LecternError {
  constructor({ path }: RecordedFile) {
    super('DAMAGED', `The files of ${path} are missing or damaged.`);
  }
}

/**
 * Reads the forms of a file in the given order and returns the first undamaged form.
 * @throws DamagedFileError if all forms are damaged
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

/**
 * Reads a form that may be missing.
 * @returns undefined if the form is missing or damaged
 */
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

/** @returns the form or, if it cannot be used, a description of the problem */
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
