import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { isMissing, LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import type { Encoding } from './representation.ts';

const unpackBrotli = promisify(brotliDecompress);
const unpackGzip = promisify(gunzip);

/** How content is stored: as it is, or compressed in a file beside. */
const FORMS = {
  identity: { suffix: '', unpack: async (stored: Uint8Array) => stored },
  br: { suffix: ENCODING_SUFFIX.br, unpack: (stored: Uint8Array): Promise<Uint8Array> => unpackBrotli(stored) },
  gzip: { suffix: ENCODING_SUFFIX.gzip, unpack: (stored: Uint8Array): Promise<Uint8Array> => unpackGzip(stored) },
} as const satisfies Record<Encoding, unknown>;

/** A file of a release and what its release recorded of it. */
export interface RecordedFile {
  /** Of the page or browser file. */
  readonly path: string;
  readonly file: string;
  /** Of the content as it is without compression; empty where the release recorded none. */
  readonly hash: string;
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
    onDamage({ path: recorded.path, file: recorded.file + FORMS[encoding].suffix, problem: form });
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
  if (form !== MISSING) onDamage({ path: recorded.path, file: recorded.file + FORMS[encoding].suffix, problem: form });
  return undefined;
}

const MISSING = 'it is missing';

/** @returns what is wrong, where something is */
async function readForm(recorded: RecordedFile, encoding: Encoding): Promise<SoundForm | string> {
  const { suffix, unpack } = FORMS[encoding];
  try {
    const stored = await readFile(recorded.file + suffix);
    const content = await unpack(stored).catch(() => undefined);
    const isSame = content && (recorded.hash === '' || hash(content, 32) === recorded.hash);
    return isSame ? { encoding, stored, content } : 'its content is not what was published';
  } catch (error) {
    if (isMissing(error)) return MISSING;
    return `it cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`;
  }
}
