import { readdir, readFile, rm } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import * as v from 'valibot';
import { isMissing } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { readPlain } from '#src/lib/plain-files.ts';
import { BrandData, PICTURES } from './schema.ts';

/**
 * Copies of the last valid version of each brand. `<state>/.brands/<id>/<hash>/` has its data and files, and the file
 * `last-good` next to that folder contains the hash. A brand that breaks later is served from its copy.
 *
 */
const FOLDER = '.brands';
const POINTER = 'last-good';
const DATA = 'brand.json';

const HASH_LENGTH = 16;

/** Folder with the copies of a brand. */
export const lastGoodFolder = (state: string, id: string): string => join(state, FOLDER, id);

/** A brand without the fields derived from other brands. */
export interface OwnBrand extends BrandData {
  /** Absolute path of the folder with the brand's files. */
  readonly folder: string;
}

/** Copies a brand unless its last copy is identical. */
export async function recordLastGood(state: string, brand: OwnBrand & { readonly siblings?: unknown }): Promise<void> {
  const { folder: source, siblings: _, ...data } = brand;
  const files = new Map<string, Uint8Array>([[DATA, Buffer.from(JSON.stringify(data))]]);
  for (const name of new Set(PICTURES.map((field) => normalize(brand[field]))))
    files.set(name, await readPlain(source, name));
  const layout = await readPlain(source, 'layout.css').catch(undefinedIfMissing);
  if (layout) files.set('layout.css', layout);
  const id = hash([...files].map(([name, content]) => `${name}\0${hash(content)}`).join('\n'), HASH_LENGTH);
  const folder = lastGoodFolder(state, brand.id);
  if ((await readPointer(folder)) === id) return;
  for (const [name, content] of files) await writeAtomic(join(folder, id, name), content);
  await writeAtomic(join(folder, POINTER), id);
  for (const entry of await readdir(folder))
    if (entry !== id && entry !== POINTER) await rm(join(folder, entry), { recursive: true, force: true });
}

/** Reads the copy of a brand; undefined if there is none that this version can read. */
export async function readLastGood(state: string, id: string): Promise<OwnBrand | undefined> {
  try {
    const folder = lastGoodFolder(state, id);
    const pointer = await readPointer(folder);
    if (pointer === undefined) return undefined;
    const copy = join(folder, pointer);
    const data = v.safeParse(BrandData, JSON.parse((await readPlain(copy, DATA)).toString()));
    return data.success && data.output.id === id ? { ...data.output, folder: copy } : undefined;
  } catch {
    return undefined;
  }
}

async function readPointer(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, POINTER), 'utf8').catch(undefinedIfMissing);
  return text !== undefined && /^[0-9a-f]+$/.test(text) ? text : undefined;
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
