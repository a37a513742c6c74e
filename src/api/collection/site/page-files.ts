import { basename, dirname, join } from 'node:path/posix';
import { isBookFile, isPicture } from '../numbered/divide.ts';
import type { CollectionFile } from '../types.ts';

/** Finds the pictures that the pages of a collection show. */
export interface PageFiles {
  /**
   * Returns the file of a picture: the one at its path, relative to the page or, if it starts with `/`, to the root of the
   * collection, or else the only file with its name. Returns none for a URL of another site, or if that file is in the
   * folder of other pages.
   * @param page path of the page
   */
  fileOf(source: string, page: string): CollectionFile | undefined;
}

export function createPageFiles(files: readonly CollectionFile[]): PageFiles {
  const pictures = files.filter(({ path }) => isPicture(path));
  const byPath = Map.groupBy(pictures, ({ path }) => keyOf(path));
  const byName = Map.groupBy(pictures, ({ path }) => keyOf(basename(path)));
  const pageFolders = new Set(files.filter(({ path }) => isBookFile(path)).map(({ path }) => dirname(path)));
  /** Chooses between files whose paths differ only in case. */
  const fileAt = (path: string) => {
    const matches = byPath.get(keyOf(path)) ?? [];
    return matches.find((file) => file.path === path) ?? matches[0];
  };
  /** Returns the nearest folder above a file that contains a page: that of the only pages that may show the file. */
  const ownerOf = (path: string) => {
    let folder = dirname(path);
    while (folder !== '.' && !pageFolders.has(folder)) folder = dirname(folder);
    return folder;
  };
  return {
    fileOf(source, page) {
      const paths = pathsOf(source);
      const folder = dirname(page);
      const exact = paths.map((path) => fileAt(join(path.startsWith('/') ? '.' : folder, path))).find((file) => file);
      if (exact) return exact;
      const named =
        paths.map((path) => byName.get(keyOf(basename(path))) ?? []).find((group) => group.length > 0) ?? [];
      const [only] = named;
      return named.length === 1 && only && isWithin(folder, ownerOf(only.path)) ? only : undefined;
    },
  };
}

const isWithin = (folder: string, parent: string) =>
  parent === '.' || folder === parent || folder.startsWith(`${parent}/`);

/** The same for all spellings of a path, because macOS and Windows ignore case and macOS decomposes accents. */
const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();

/** Returns the paths that the source of a picture may mean: decoded, and as written. None for other schemes and hosts. */
function pathsOf(source: string): string[] {
  const path = source.trim().replaceAll('\\', '/');
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(path)) return [];
  const plain = path.replace(/[?#].*$/s, '');
  return [...new Set([decoded(plain), plain, decoded(path), path])];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
