import { describe, expect, it } from 'vitest';
import { chunkGroups } from '#src/publish/bundle/chunk-groups.ts';

const READER = '/site/src/features/reader/island/ReaderControls.tsx';
const BOOKS = '/site/src/features/library/island/YourBooks.tsx';
const NOTEBOOK = '/site/src/features/notebook/island/Notebook.tsx';
const REACT = '/site/node_modules/react/index.js';

/** Static imports of each module. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  [READER]: ['pages', 'store', 'hook', REACT],
  [BOOKS]: ['store', 'hook', 'rows', 'dialog'],
  [NOTEBOOK]: ['rows'],
  'search box': ['dialog', 'own'],
  hook: ['store', REACT],
  rows: ['row'],
  dialog: ['frame', REACT],
};
const modules = {
  getModuleInfo: (id: string) => ({
    importedIds: IMPORTS[id] ?? [],
    importers: Object.keys(IMPORTS).filter((importer) => IMPORTS[importer]?.includes(id)),
  }),
};

/** The file of a module: that of the first group which names it. */
function fileOf(id: string): string | null {
  const groups = chunkGroups('/site').toSorted((one, other) => other.priority - one.priority);
  return groups.map(({ name }) => name(id, modules)).find((name) => name !== null) ?? null;
}

describe('the files of a bundle', () => {
  it.each([
    ['data', 'a module without React that the reader and the lists use', ['store']],
    ['react', 'React, and a module with React that both use', [REACT, 'hook']],
    ['shared', 'a module that the lists and another island use, with its imports', ['dialog', 'frame']],
    ['reader', 'a module that only the reader uses', ['pages']],
    ['lists', 'modules that only the lists use', ['rows', 'row']],
    [null, 'no island, and no other module', [READER, BOOKS, NOTEBOOK, 'search box', 'own']],
  ] as const)('named %s contain %s', (file, _, ids) => {
    expect(ids.map((id) => fileOf(id))).toEqual(ids.map(() => file));
  });
});
