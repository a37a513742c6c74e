import { fork } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLAIN_NODE_PARTS } from '../../.dependency-cruiser.mjs';
import type { Finding } from './finding.ts';
import type { LoadAnswer } from './load-child.ts';
import type { Module } from './modules.ts';

/** Files that cannot be loaded on their own: the body of a thread, and what Vite compiles. */
const NOT_LOADED_ALONE = [/^(.*\.)?worker\.ts$/, /^server-entry\.ts$/, /\.d\.ts$/];
const TIMEOUT_MS = 600_000;

/** Modules that plain Node must be able to load. Commands (files straight in scripts/) are left out: loading runs them. */
export function loadable(modules: readonly Module[]): string[] {
  return modules
    .map(({ path }) => path)
    .filter((path) => isPlainNode(path))
    .filter((path) => !NOT_LOADED_ALONE.some((pattern) => pattern.test(basename(path))));
}

const isPlainNode = (path: string) =>
  PLAIN_NODE_PARTS.some((part) => path.startsWith(`src/${part}/`)) || /^scripts\/.+\//.test(path);

/** Loads each of these modules in one other process without Vite, and reports the ones that cannot be. */
export async function checkLoads(root: string, paths: readonly string[]): Promise<Finding[]> {
  const answers = await loadInChild(root, paths);
  return paths.flatMap((file) => {
    const fault = answers.has(file) ? answers.get(file) : 'it ended or held up the process that loaded it';
    if (fault === undefined) return [];
    const remedy =
      'Write what Node 24 runs as it stands, without effects at import; what runs is the entry in scripts/.';
    return [{ file, line: 1, rule: `does not load by plain Node: ${fault}`, remedy }];
  });
}

/** @returns per path its fault, or undefined where it loaded; a path without an answer is not in it */
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
