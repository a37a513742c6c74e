import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What of a source map is needed to look up a position. */
interface SourceMap {
  readonly version: number;
  readonly names: readonly string[];
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * Moves the source maps of a build out of the folder of the browser files, which are published. What remains of each is positions
 * and the names of the sources in this project, without the sources.
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

/** Below the project; the map names it relative to itself. Modules of plugins have a name alone. */
const nameOf = (source: string, folder: string) =>
  /^[\0]|^[a-z]+:/.test(source) ? source.replaceAll('\0', '') : relative(ROOT, resolve(folder, source));
