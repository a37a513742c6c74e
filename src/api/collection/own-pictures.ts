import { imageSources } from '../epub/images.ts';
import type { Manuscript, Pictures } from '../manuscript/index.ts';
import type { SitePictures } from './site/pictures.ts';

/**
 * Adds the pictures of a page that are files of the same folder or archive.
 * @param path path of the page in the collection; relative sources are resolved against its folder
 */
export async function withOwnPictures(manuscript: Manuscript, files: SitePictures, path: string): Promise<Manuscript> {
  const { body, pictures } = manuscript;
  const sources = body ? imageSources(body).filter((source) => pictures?.addressOf(source) === undefined) : [];
  if (sources.length === 0) return manuscript;
  const addresses = await files.load(sources, path);
  const images = files.used([...addresses.values()].map((address) => ` src="${address}"`));
  const joined: Pictures = {
    addressOf: (source) => pictures?.addressOf(source) ?? addresses.get(source),
    images: new Map([...(pictures?.images ?? []), ...images.map((image) => [image.id, image] as const)]),
  };
  return { ...manuscript, pictures: joined };
}
