import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../bootstrap/process.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a JavaScript or TypeScript file of the project (a path from its root) with this Node.
 * @param output our own streams, or a file descriptor
 */
export function runNode(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  output: 'inherit' | number = 'inherit',
): Promise<number> {
  const all = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env };
  return runToEnd(process.execPath, [`${ROOT}${file}`, ...args], all, ['inherit', output, output]);
}

/** Reads the report of a test program; undefined if it exited before writing one. */
export async function readReport<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined;
}
