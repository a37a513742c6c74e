import type { Files } from './files.ts';
import { imageOf } from './image.ts';
import type { Package } from './package.ts';
import { attribute, findAll, parseXhtml } from './tree.ts';
import type { ImportedCover } from './types.ts';

const NAMED_COVER = /(?:^|\/)[^/]*cover[^/]*\.(?:jpe?g|png|gif|webp|svg)$/i;

/** The declared cover, else the picture of a cover page, else an image called so. */
export async function readCover(files: Files, opf: Package): Promise<ImportedCover | undefined> {
  const first = opf.spine[0]?.path;
  for (const path of [opf.cover, first, opf.images.find((image) => NAMED_COVER.test(image))]) {
    const cover = path === undefined ? undefined : await coverAt(files, path, path === first);
    if (cover) return cover;
  }
  return undefined;
}

async function coverAt(files: Files, path: string, mustBeCoverPage: boolean): Promise<ImportedCover | undefined> {
  if (!/\.x?html?$/i.test(path)) return asCover(await files.bytes(path));
  const body = parseXhtml(await files.text(path));
  if (mustBeCoverPage && !/cover/i.test(`${path} ${attribute(body, 'epub:type')}`)) return undefined;
  const source = imageSources(body)[0];
  const image = source === undefined ? undefined : files.resolve(source, path);
  return image === undefined ? undefined : asCover(await files.bytes(image));
}

export function imageSources(body: Parameters<typeof findAll>[0]): string[] {
  return findAll(body, (element) => element.tagName === 'img' || element.tagName === 'image')
    .map((element) => attribute(element, 'src') || attribute(element, 'xlink:href') || attribute(element, 'href'))
    .filter((source) => source !== '');
}

function asCover(bytes: Uint8Array): ImportedCover | undefined {
  const image = imageOf(bytes);
  return image && { bytes: image.bytes, type: image.type };
}
