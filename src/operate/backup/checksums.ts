import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type LeavesOut, openPlain, plainTree } from '#src/lib/plain-files.ts';

export interface ListedFile {
  /** Path relative to the folder. */
  readonly path: string;
  readonly bytes: number;
}

/**
 * Lists all files below a folder, sorted by path.
 * @throws NotPlainError for anything except files and folders
 */
export function filesBelow(folder: string, leavesOut?: LeavesOut): ListedFile[] {
  const files: ListedFile[] = [];
  for (const { path, stat } of plainTree(folder, '', leavesOut))
    if (stat.isFile()) files.push({ path, bytes: stat.size });
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** SHA-256 of the bytes of a regular file. */
export async function digestOf(folder: string, path: string): Promise<string> {
  const digest = createHash('sha256');
  const file = await openPlain(folder, path);
  await pipeline(file.createReadStream(), digest);
  return digest.digest('hex');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };
const PLAIN: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

/**
 * Formats a line as `sha256sum` does. Backslashes and line breaks in the name are escaped, and the line then starts
 * with a backslash.
 */
export function checksumLine(digest: string, path: string): string {
  const name = path.replaceAll(/[\\\n\r]/g, (sign) => ESCAPES[sign] ?? sign);
  return `${name === path ? '' : '\\'}${digest}  ${name}\n`;
}

/** Parses digests by path. Lines in any other format are skipped, so the file they name has no digest. */
export function parseChecksums(text: string): Map<string, string> {
  const lines = text.split('\n').flatMap((line): [string, string][] => {
    const [, escaped, digest = '', name = ''] = /^(\\?)([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (name === '') return [];
    return [[escaped ? name.replaceAll(/\\[\\nr]/g, (pair) => PLAIN[pair] ?? pair) : name, digest]];
  });
  return new Map(lines);
}
