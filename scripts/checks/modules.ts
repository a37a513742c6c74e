import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
import { type Import, importsOf } from './scan.ts';

/** A source file and what it imports. */
export interface Module {
  /** Path from the project's root, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

/** What an import leads to: a file of the project, a package, a module of Node, or one that Vite makes up. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'node' | 'virtual' };

const SOURCE = /\.(ts|tsx|astro|mjs|js)$/;

/** @param folders names of folders in the root; one that does not exist has no modules */
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

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'));
}

async function readModule(root: string, path: string): Promise<Module> {
  const text = await readFile(join(root, path), 'utf8');
  return { path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0), imports: importsOf(path, text) };
}

/** The part a file belongs to: `src/lib/hash.ts` to lib, `src/browser/inline/mode.js` to browser/inline, `brands/x/brand.ts` to brands. */
export function partOf(path: string): string {
  const [top = '', second = '', third = ''] = path.split('/');
  if (top !== 'src') return top;
  return second === 'browser' ? `browser/${third}` : second.replace(/\..*$/, '');
}

/** @param from path of the importing file */
export function resolveImport(specifier: string, from: string): Target {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return { kind: 'file', path: bare.slice(1) };
  if (bare.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(from), bare) };
  if (bare.startsWith('node:') || builtinModules.includes(bare)) return { kind: 'node' };
  if (/^(astro|virtual):/.test(bare) || bare === 'import.meta.glob') return { kind: 'virtual' };
  const depth = bare.startsWith('@') ? 2 : 1;
  return { kind: 'package', name: bare.split('/').slice(0, depth).join('/') };
}
