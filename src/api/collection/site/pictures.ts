import { basename } from 'node:path';
import { importedImage } from '../../epub/images.ts';
import type { ImportedImage } from '../../epub/types.ts';
import { isPicture } from '../numbered/divide.ts';
import type { CollectionFile } from '../types.ts';
import { createPageFiles } from './page-files.ts';

/** The picture files of a collection. */
export interface SitePictures {
  /** Returns the file of a picture, by the picture's URL on the site. */
  fileOf(address: string): CollectionFile | undefined;
  /**
   * Loads pictures.
   * @param page path of the file that shows them; if undefined, the sources are URLs of the site
   * @returns by source, the URL in the book of each picture whose file exists
   */
  load(sources: readonly string[], page?: string): Promise<ReadonlyMap<string, string>>;
  /** Returns the loaded pictures that `htmls` show. */
  used(htmls: readonly string[]): ImportedImage[];
}

export function createSitePictures(files: readonly CollectionFile[]): SitePictures {
  const byName = Map.groupBy(
    files.filter(({ path }) => isPicture(path)),
    ({ path }) => basename(path),
  );
  const byFile = new Map<string, ImportedImage | undefined>();
  const fileOf = (address: string): CollectionFile | undefined => {
    const path = pathOf(address);
    return [path, originalName(path)]
      .map((candidate) => among(byName.get(basename(candidate)), candidate))
      .find((file) => file);
  };
  const pageFiles = createPageFiles(files);
  return {
    fileOf,
    async load(sources, page) {
      const addresses = new Map<string, string>();
      for (const source of new Set(sources)) {
        const file = page === undefined ? fileOf(source) : pageFiles.fileOf(source, page);
        if (!file?.read) continue;
        if (!byFile.has(file.path)) byFile.set(file.path, importedImage(await file.read(), file.read));
        const image = byFile.get(file.path);
        if (image) addresses.set(source, `epub-image:${image.id}`);
      }
      return addresses;
    },
    used(htmls) {
      const ids = new Set(
        htmls.flatMap((html) => [...html.matchAll(/ src="epub-image:([0-9a-f]+)"/g)].map(([, id]) => id)),
      );
      const images = new Map([...byFile.values()].flatMap((image) => (image ? [[image.id, image]] : [])));
      return [...images.values()].filter(({ id }) => ids.has(id));
    },
  };
}

/**
 * Chooses one of several files with the same name: the one whose path is the end of the URL, or else the one with the
 * same two parent folders, or else the first.
 */
function among(files: readonly CollectionFile[] | undefined, path: string): CollectionFile | undefined {
  const end = (text: string) => text.split('/').slice(-3).join('/');
  return (
    files?.find((file) => path.endsWith(`/${file.path}`)) ??
    files?.find((file) => end(file.path) === end(path)) ??
    files?.[0]
  );
}

/**
 * Returns the name of the original of a smaller copy by WordPress: "map.jpg" for "map-300x200.jpg" or "map-scaled.jpg".
 */
export const originalName = (name: string): string => name.replace(/-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w+$)/, '');

export const pictureName = (address: string): string => basename(pathOf(address));

function pathOf(address: string): string {
  try {
    return decodeURIComponent(new URL(address, 'https://old.example').pathname);
  } catch {
    return address;
  }
}
