import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../bootstrap/process.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a JavaScript or TypeScript file of the project (path from its root) on this Node.
 * @param output where it writes: our own streams, or a file's descriptor
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

/** The report a test program wrote; undefined where it ended before writing one. */
export async function readReport<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined;
}
