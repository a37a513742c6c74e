import { join } from 'node:path';

/** What the bundler knows about the modules of a build. */
interface Modules {
  /** Returns the static imports of a module, and the modules that import it statically; null for an unknown module. */
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly importers: readonly string[] } | null;
}

const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/** The island that a chapter's page loads when a visitor first uses the reader. */
const READER = ['features/reader/island/ReaderControls.tsx'];
/** The islands of the pages that list what a visitor keeps. */
const LISTS = [
  'features/library/island/YourBooks.tsx',
  'features/notebook/island/Notebook.tsx',
  'features/account/island/AccountPage.tsx',
];

export const SHARED_FILE = 'shared';
/** Each file also gets the imports of its modules that no earlier file has. */
const FILES = ['data', 'react', SHARED_FILE, 'reader', 'lists'] as const;
type File = (typeof FILES)[number];

/** Shared files with fewer bytes of source code are combined, even if a page then loads code that it does not use. */
const MIN_SHARED_BYTES = 8000;

/**
 * Assigns modules to files by what visitors use, so that the first use of an island loads few files. Each file costs a
 * round trip and is compressed on its own.
 *
 * - `data`: modules without React that both the reader and the lists use. Scripts that work before React load them too.
 * - `react`: React, and modules with React that both use
 * - `shared`: modules that the lists and other islands use, in one file for each combination of islands
 * - `reader`: all other modules that the reader uses
 * - `lists`: modules that only the lists use
 *
 * An island has a file of its own, which names the others, so that the browser requests all of them at once. The bundler
 * divides all other modules by the islands that share them.
 * @param root the project's folder
 */
export function chunkGroups(root: string) {
  let uses: Uses | undefined;
  const fileOf = (id: string, modules: Modules): File | undefined => {
    if (REACT.test(id)) return 'react';
    uses ??= findUses(root, modules);
    const { entries, reader, lists, onlyLists } = uses;
    if (entries.includes(id)) return undefined;
    if (!reader.has(id)) return onlyLists.has(id) ? 'lists' : lists.has(id) ? SHARED_FILE : undefined;
    if (!lists.has(id)) return 'reader';
    return [...closure([id], modules)].some((imported) => REACT.test(imported)) ? 'react' : 'data';
  };
  return FILES.map((file, index) => ({
    name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
    priority: FILES.length - index,
    entriesAware: file === SHARED_FILE,
    entriesAwareMergeThreshold: MIN_SHARED_BYTES,
  }));
}

interface Uses {
  readonly entries: readonly string[];
  readonly reader: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  readonly onlyLists: ReadonlySet<string>;
}

function findUses(root: string, modules: Modules): Uses {
  const idsOf = (files: readonly string[]) => files.map((file) => join(root, 'src', file));
  const [reader, lists] = [idsOf(READER), idsOf(LISTS)];
  const used = closure(lists, modules);
  return {
    entries: [...reader, ...lists],
    reader: closure(reader, modules),
    lists: used,
    onlyLists: withoutShared(lists, used, modules),
  };
}

/** Removes modules that a module outside the set imports, until there are none. */
function withoutShared(entries: readonly string[], ids: ReadonlySet<string>, modules: Modules): Set<string> {
  const left = new Set(ids);
  const isShared = (id: string) =>
    !entries.includes(id) && modules.getModuleInfo(id)?.importers.some((importer) => !left.has(importer));
  for (let before = 0; before !== left.size; ) {
    before = left.size;
    for (const id of ids) if (left.has(id) && isShared(id)) left.delete(id);
  }
  return left;
}

/** The modules and everything that they import statically. */
function closure(ids: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
