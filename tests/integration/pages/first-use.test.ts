import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

const ROOT = join(import.meta.dirname, '../../..');
const IMPORTED = /(?:from|import)\s*["`']\.\/([^"`']+\.js)["`']/g;

let state: TestState;
let folder: string;

beforeAll(async () => {
  state = await testState();
  const bundle = await ensureBundle({ root: ROOT, state: state.folder, log: silentLog });
  folder = join(bundle.folder, 'client/_astro');
});
afterAll(() => state.remove());

/**
 * The files with these modules, and all files that they import statically, except the module that every page has loaded
 * before.
 */
function filesOf(...modules: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = readdirSync(folder).filter((name) =>
    modules.some((module) => new RegExp(`^${module}\\.[^.]+\\.js$`).test(name)),
  );
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || name.startsWith('page.')) continue;
    found.add(name);
    for (const [, imported = ''] of readFileSync(join(folder, name), 'utf8').matchAll(IMPORTED)) open.push(imported);
  }
  return found;
}

/** Bytes of a file as sent. Files without a compressed form are too small for one. */
const sizeOf = (name: string) =>
  (statSync(join(folder, `${name}.br`), { throwIfNoEntry: false }) ?? statSync(join(folder, name))).size;

describe('scripts', () => {
  // React alone has 59 KB.
  it.each([
    ['the reader', 'ReaderControls', 6, 85_000],
    ['the table of contents', 'TableOfContents', 9, 92_000],
    ['the search field', 'SearchBox', 10, 81_500],
    ['the history', 'YourBooks', 15, 102_500],
    ['the notebook', 'Notebook', 15, 102_500],
    ['the account', 'AccountPage', 15, 102_500],
  ])('for the first use of %s are few and small', (_, module, maxFiles, maxBytes) => {
    const files = [...filesOf(module, 'client')];
    expect(files.some((name) => name.startsWith('react.'))).toBe(true);
    const bytes = files.reduce((sum, name) => sum + sizeOf(name), 0);
    expect({ files: files.length, bytes }).toEqual({
      files: expect.toSatisfy((count: number) => count <= maxFiles),
      bytes: expect.toSatisfy((count: number) => count <= maxBytes),
    });
  });

  it('do not load React if they work without it', () => {
    expect([...filesOf('data')].filter((name) => name.startsWith('react.'))).toEqual([]);
    const [page = ''] = readdirSync(folder).filter((name) => /^page\.[^.]+\.js$/.test(name));
    expect(readFileSync(join(folder, page), 'utf8')).not.toMatch(/from\s*["`']\.\/react\./);
  });

  it('for panels before React has loaded are one small file without imports', () => {
    const [file = ''] = [...filesOf('early-panel')];
    expect(filesOf('early-panel').size).toBe(1);
    expect(sizeOf(file)).toBeLessThanOrEqual(3600);
  });
});
