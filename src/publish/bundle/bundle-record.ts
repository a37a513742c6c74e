import { glob, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isMissing } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { readPlain } from '#src/lib/plain-files.ts';
import type { PageKey } from './page-keys.ts';

const FILE = 'bundle.json';
/** Source maps of a bundle's scripts. They are never served (source-maps.ts). */
export const MAPS_FOLDER = 'maps';

/** Content of `bundle.json`, which is written last: a bundle without it is incomplete. */
export interface BundleRecord {
  readonly id: string;
  /** Value of the Content-Security-Policy header. */
  readonly csp: string;
  readonly pageKeys: readonly PageKey[];
  /** Hashes of all files by path, except source maps. */
  readonly files: Readonly<Record<string, string>>;
}

export async function writeBundleRecord(folder: string, record: Omit<BundleRecord, 'files'>): Promise<void> {
  const files: Record<string, string> = {};
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    // Source maps are optional, so checking them must not delay the start.
    if (entry.isFile() && !file.startsWith(join(folder, MAPS_FOLDER)))
      files[relative(folder, file)] = hash(await readFile(file), 32);
  }
  await writeFile(join(folder, FILE), JSON.stringify({ ...record, files } satisfies BundleRecord));
}

/** The record of a bundle in a folder. `damaged` names a file that is missing or has changed since the build. */
type FoundBundle = Pick<BundleRecord, 'csp' | 'pageKeys'> & { readonly damaged?: string };

/**
 * Reads the record of a bundle and compares the hashes of all files with the record (60 ms of processor time for 500
 * files, 9 MB).
 * @returns undefined if there is no bundle
 */
export async function readBundle(folder: string): Promise<FoundBundle | undefined> {
  let record: FoundBundle = { csp: '', pageKeys: [] };
  try {
    const { csp, pageKeys, files }: BundleRecord = JSON.parse((await readPlain(folder, FILE)).toString());
    record = { csp, pageKeys };
    for (const [file, digest] of Object.entries(files)) {
      const content = await readPlain(folder, file).catch(() => undefined);
      if (!content || hash(content, 32) !== digest) return { ...record, damaged: file };
    }
    return record;
  } catch (error) {
    return isMissing(error) ? undefined : { ...record, damaged: FILE };
  }
}
