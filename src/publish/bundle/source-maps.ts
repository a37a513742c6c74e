import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The fields of a source map needed to look up a position. */
interface SourceMap {
  readonly version: number;
  readonly names: readonly string[];
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * Moves a build's source maps out of the folder of browser files, which is published. Keeps only the mappings and the
 * names of this project's sources, not the sources themselves.
 */
export async function moveSourceMaps(client: string, maps: string): Promise<void> {
  await mkdir(maps, { recursive: true });
  for (const path of await Array.fromAsync(glob('**/*.map', { cwd: client }))) {
    const from = join(client, path);
    const { version, names, sources, mappings }: SourceMap = JSON.parse(await readFile(from, 'utf8'));
    const named = sources.map((source) => nameOf(source, dirname(from)));
    await writeFile(join(maps, basename(path)), JSON.stringify({ version, names, sources: named, mappings }));
    await rm(from);
  }
}

/**
 * Converts a source path relative to the map into one relative to the project. Modules from plugins only have a name.
 */
const nameOf = (source: string, folder: string) =>
  /^[\0]|^[a-z]+:/.test(source) ? source.replaceAll('\0', '') : relative(ROOT, resolve(folder, source));
