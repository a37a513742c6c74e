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

/** The files with these modules, and all files that they import statically. */
function filesOf(...modules: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = readdirSync(folder).filter((name) =>
    modules.some((module) => new RegExp(`^${module}\\.[^.]+\\.js$`).test(name)),
  );
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
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
    ['the reader', 'ReaderControls', 7, 89_000],
    ['the table of contents', 'TableOfContents', 10, 97_000],
    ['the search field', 'SearchBox', 11, 86_000],
    ['the history', 'YourBooks', 16, 107_000],
    ['the notebook', 'Notebook', 16, 107_000],
    ['the account', 'AccountPage', 16, 107_000],
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
    const scripts = ['page', 'data'];
    for (const script of scripts) expect([...filesOf(script)].filter((name) => name.startsWith('react.'))).toEqual([]);
  });
});
