import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A source file. */
export interface Module {
  /** Path relative to the project's root, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly text?: string;
}

const SOURCE = /\.(ts|tsx|astro|mjs|js)$/;

/** @param folders names of folders in the project's root; a missing folder has no modules */
export async function readModules(root: string, folders: readonly string[]): Promise<Module[]> {
  const paths = await Promise.all(folders.map((folder) => filesBelow(root, folder)));
  return Promise.all(
    paths
      .flat()
      .filter((path) => SOURCE.test(path))
      .sort()
      .map((path) => readModule(root, path)),
  );
}

/**
 * Lists the project's files in a folder, as paths relative to the project's root; empty if the folder does not exist.
 */
export async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !/(^|\/)node_modules(\/|$)/.test(entry.parentPath.slice(root.length)))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'));
}

async function readModule(root: string, path: string): Promise<Module> {
  const text = await readFile(join(root, path), 'utf8');
  return { path, text, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) };
}
