import type { Files } from './files.ts';
import { imageOf } from './image.ts';
import type { ImportedImage } from './types.ts';

/** The images of a book by content: two names for one picture give one image. */
export interface ImageStore {
  /** Addresses for the pictures a document shows, by their source as written. */
  load(sources: string[], from: string): Promise<Map<string, string>>;
  /** Of the loaded images, those some address in `htmls` uses, in order of first use. */
  used(htmls: string[]): ImportedImage[];
}

export function createImageStore(files: Files): ImageStore {
  const byPath = new Map<string, ImportedImage | undefined>();
  const byId = new Map<string, ImportedImage>();
  return {
    load: async (sources, from) => {
      const addresses = new Map<string, string>();
      for (const source of new Set(sources)) {
        const path = files.resolve(source, from);
        if (path === undefined) continue;
        if (!byPath.has(path)) byPath.set(path, imageOf(await files.bytes(path)));
        const image = byPath.get(path);
        if (!image) continue;
        byId.set(image.id, image);
        addresses.set(source, `epub-image:${image.id}`);
      }
      return addresses;
    },
    used: (htmls) => {
      const ids = htmls.flatMap((html) =>
        [...html.matchAll(/ src="epub-image:([0-9a-f]+)"/g)].map((match) => match[1] ?? ''),
      );
      return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
    },
  };
}
