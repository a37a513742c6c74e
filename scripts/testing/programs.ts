import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../bootstrap/process.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a JavaScript or TypeScript file of the project (path from its root) on this Node, output streaming. */
export function runNode(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return runToEnd(process.execPath, [`${ROOT}${file}`, ...args], {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    ...env,
  });
}

/** The report a test program wrote; undefined where it ended before writing one. */
export async function readReport<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined;
}
