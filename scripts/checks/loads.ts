import { fork } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPlainNode } from '../../.dependency-cruiser.mjs';
import type { Finding } from './finding.ts';
import type { LoadAnswer } from './load-child.ts';
import type { Module } from './modules.ts';

/** Matches files that cannot be loaded on their own: worker threads, and files that Vite compiles. */
const NOT_LOADED_ALONE = [/^(.*\.)?worker\.ts$/, /^server-entry\.ts$/, /\.d\.ts$/];
const TIMEOUT_MS = 600_000;

/**
 * Returns the modules that plain Node must be able to load. Excludes commands (files directly in scripts/), because
 * loading a command runs it.
 */
export function loadable(modules: readonly Module[]): string[] {
  return modules
    .map(({ path }) => path)
    .filter((path) => isPlainNode(path) || /^scripts\/.+\//.test(path))
    .filter((path) => !NOT_LOADED_ALONE.some((pattern) => pattern.test(basename(path))));
}

/** Loads these modules in a child process without Vite, and reports those that fail. */
export async function checkLoads(root: string, paths: readonly string[]): Promise<Finding[]> {
  const answers = await loadInChild(root, paths);
  return paths.flatMap((file) => {
    const fault = answers.has(file) ? answers.get(file) : 'it exited or blocked the process that loaded it';
    if (fault === undefined) return [];
    const remedy =
      'Use only syntax that Node 24 runs directly, without side effects on import; entry points belong in scripts/.';
    return [{ file, line: 1, rule: `cannot be loaded by plain Node: ${fault}`, remedy }];
  });
}

/**
 * @returns the error for each path, or undefined if the module was loaded; paths for which the child sent no result
 * are not in the map
 */
function loadInChild(root: string, paths: readonly string[]): Promise<Map<string, string | undefined>> {
  return new Promise((resolve, reject) => {
    const answers = new Map<string, string | undefined>();
    const child = fork(fileURLToPath(new URL('load-child.ts', import.meta.url)), {
      cwd: root,
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      timeout: TIMEOUT_MS,
    });
    child.on('message', ({ path, fault }: LoadAnswer) => answers.set(path, fault));
    child.once('error', reject);
    child.once('close', () => resolve(answers));
    child.send(paths);
  });
}
