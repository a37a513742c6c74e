import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../bootstrap/process.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a JavaScript or TypeScript file of the project with this Node.
 * @param file path relative to the project's root
 * @param output `inherit` for our own streams, or a file descriptor
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

/** Reads the report that a test program has written; undefined if the program exited before it wrote one. */
export async function readReport<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined;
}
