import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './programs.ts';

const TESTS = 'tests/e2e';
const BRAND_FOLDERS = ['brands', 'tests/brands/languages'];
/** Matches test files that use every shipped brand. */
const ALL_BRANDS = /\bSHIPPED_BRANDS\b|\bloadBrands\(/;
const RELATIVE_IMPORT = /from '(\.[^']+)'/g;
/** The brand that the site under test starts with. */
const DEFAULT_BRAND = 'local';

/**
 * Returns the brands that these browser tests need, so that a run of one file does not build all pages.
 * @param args arguments for Playwright; files are paths relative to the project's root, or names without a folder
 * @returns ids of the brands that the test files, and their imports from tests/, mention; undefined means all brands
 */
export async function brandsFor(args: readonly string[]): Promise<readonly string[] | undefined> {
  const files = args.filter((arg) => /\.e2e\.ts(:\d+)?$/.test(arg)).map((arg) => arg.replace(/:\d+$/, ''));
  const paths = files.map((file) => [file, join(TESTS, file)].find((path) => existsSync(join(ROOT, path))));
  if (paths.length === 0 || paths.includes(undefined)) return undefined;
  const texts = textsOf(paths.filter((path) => path !== undefined));
  if (texts.some((text) => ALL_BRANDS.test(text))) return undefined;
  const ids = (await Promise.all(BRAND_FOLDERS.map((folder) => readdir(join(ROOT, folder), { withFileTypes: true }))))
    .flat()
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return ids.filter((id) => id === DEFAULT_BRAND || texts.some((text) => new RegExp(`['"\`]${id}['"\`]`).test(text)));
}

/** Returns the contents of these files and of the files that they import from tests/. */
function textsOf(files: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const add = (file: string) => {
    if (texts.has(file) || !file.startsWith('tests/') || !existsSync(join(ROOT, file))) return;
    const text = readFileSync(join(ROOT, file), 'utf8');
    texts.set(file, text);
    for (const [, path = ''] of text.matchAll(RELATIVE_IMPORT)) add(join(dirname(file), path));
  };
  files.forEach(add);
  return [...texts.values()];
}
