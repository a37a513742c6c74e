import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface ListedFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly bytes: number;
}

/** All files below a folder, sorted by path. Links are not followed. */
export async function filesBelow(folder: string): Promise<ListedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const listed = await Promise.all(
    files.map(async (file) => ({ path: relative(folder, file), bytes: (await stat(file)).size })),
  );
  return listed.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** SHA-256 of a file's bytes. */
export async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };
const PLAIN: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

/** A line as `sha256sum` writes it: a name with a backslash or a line break is escaped, and a backslash before it says so. */
export function checksumLine(digest: string, path: string): string {
  const name = path.replaceAll(/[\\\n\r]/g, (sign) => ESCAPES[sign] ?? sign);
  return `${name === path ? '' : '\\'}${digest}  ${name}\n`;
}

/** Digests by path. Lines of another form are left out: the file they name is then missing among the digests. */
export function parseChecksums(text: string): Map<string, string> {
  const lines = text.split('\n').flatMap((line): [string, string][] => {
    const [, escaped, digest = '', name = ''] = /^(\\?)([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (name === '') return [];
    return [[escaped ? name.replaceAll(/\\[\\nr]/g, (pair) => PLAIN[pair] ?? pair) : name, digest]];
  });
  return new Map(lines);
}
