import type { Files } from '../epub/files.ts';
import { createImageStore, importedImage } from '../epub/images.ts';
import { attribute, type Element, findAll, isElement, isText, nodesOf, remove, setAttribute } from '../epub/tree.ts';
import type { ImportedCover, ImportedImage } from '../epub/types.ts';
import { type LeftOut, leftOut } from './types.ts';

/** The pictures of a manuscript that its file contains. */
export interface Pictures {
  /** Returns the placeholder URL of a picture; undefined if it is missing or its format is not supported. */
  addressOf(source: string): string | undefined;
  /** The pictures by their id. */
  readonly images: ReadonlyMap<string, ImportedImage>;
}

/** Returns the pictures that `htmls` show, in the order of their first use. */
export function usedPictures({ images }: Pictures, htmls: readonly string[]): ImportedImage[] {
  if (images.size === 0) return [];
  const ids = htmls.flatMap((html) => [...html.matchAll(/ src="epub-image:([0-9a-f]+)"/g)].map(([, id = '']) => id));
  return [...new Set(ids)].flatMap((id) => images.get(id) ?? []);
}

const DATA_URL = /^data:image\/[\w.+-]+;(?:[\w-]+=[\w-]+;)*base64,/i;

/** Loads the pictures of a page from an archive. Removes further formats of a picture (`data-formats`). */
export async function archivePictures(body: Element, files: Files): Promise<Pictures> {
  const store = createImageStore(files);
  const pictures = picturesIn(body);
  const addresses = await store.load(
    pictures.map(sourceOf).filter((source) => source !== ''),
    '',
  );
  removeOtherFormats(pictures, (source) => addresses.has(source));
  const images = store.used([...addresses.values()].map((address) => ` src="${address}"`));
  return { addressOf: (source) => addresses.get(source), images: new Map(images.map((image) => [image.id, image])) };
}

/** Takes the cover from a page: the first picture, if it is above all text. */
export async function takeCover(body: Element, pictures: Pictures): Promise<ImportedCover | undefined> {
  for (const node of nodesOf(body)) {
    if (isText(node) ? node.value.trim() !== '' : isElement(node) && node.tagName === 'hr') return undefined;
    const address = isElement(node) && node.tagName === 'img' ? pictures.addressOf(sourceOf(node)) : undefined;
    const image = address === undefined ? undefined : pictures.images.get(address.slice(address.indexOf(':') + 1));
    if (!image) continue;
    remove(node as Element);
    return { bytes: await image.read(), type: image.type };
  }
  return undefined;
}

/** Reads the pictures that a page contains as `data:` URLs. */
export function inlinePictures(body: Element): Pictures {
  const addresses = new Map<string, string>();
  const images = new Map<string, ImportedImage>();
  for (const source of picturesIn(body).map(sourceOf)) {
    if (!DATA_URL.test(source)) continue;
    const bytes = Buffer.from(source.slice(source.indexOf(',') + 1), 'base64');
    const image = importedImage(bytes, () => Promise.resolve(bytes));
    if (!image) continue;
    addresses.set(source, `epub-image:${image.id}`);
    images.set(image.id, image);
  }
  return { addressOf: (source) => addresses.get(source), images };
}

/** Combines the pictures of several files whose chapters have been rendered. */
export const joinPictures = (all: readonly Pictures[]): Pictures => ({
  addressOf: () => undefined,
  images: new Map(all.flatMap(({ images }) => [...images])),
});

/** Matches the names of pictures in formats that browsers do not show. */
const UNSUPPORTED = /\.(?:emf|wmf|emz|wmz|pict?|pcx|eps|svm|tiff?|bmp|dib|jp2|jxr|wdp|heic|heif|psd)$/i;

/** Returns entries for the pictures of a page that cannot be imported: one for unsupported formats, one for others. */
export function leftOutPictures(body: Element, pictures: Pictures | undefined): LeftOut[] {
  const missing = picturesIn(body).filter((picture) => pictures?.addressOf(sourceOf(picture)) === undefined);
  const isUnsupported = (picture: Element) => UNSUPPORTED.test(nameOf(picture));
  const entries = [
    ...leftOut(
      'Pictures in formats that browsers cannot show; save them as PNG',
      missing.filter(isUnsupported).map(labelOf),
    ),
    ...leftOut(
      'Pictures that the file does not contain, or whose format is not supported',
      missing.filter((picture) => !isUnsupported(picture)).map(labelOf),
    ),
  ];
  return entries.map((entry) => ({ ...entry, isLoss: true }));
}

/** Returns the file name in the source of a picture; '' for a `data:` URL. */
function nameOf(picture: Element): string {
  const source = sourceOf(picture);
  return source.startsWith('data:')
    ? ''
    : (source
        .replace(/[?#].*$/s, '')
        .split(/[/\\]/)
        .at(-1) ?? '');
}

/** Returns the alternative text and the file name of a picture. */
function labelOf(picture: Element): string {
  const [text, name] = [attribute(picture, 'alt').trim(), nameOf(picture)];
  return text !== '' && name !== '' ? `${text} (${name})` : text || name;
}

const picturesIn = (body: Element) => findAll(body, ({ tagName }) => tagName === 'img');
const sourceOf = (picture: Element): string => attribute(picture, 'src');

/** Attribute that has the same value for all formats of a picture. */
export const FORMATS = 'data-formats';

/** Keeps the first supported format of each picture. */
function removeOtherFormats(pictures: readonly Element[], isLoaded: (source: string) => boolean): void {
  const groups = Map.groupBy(
    pictures.filter((picture) => attribute(picture, FORMATS) !== ''),
    (picture) => attribute(picture, FORMATS),
  );
  for (const group of groups.values()) {
    const shown = group.find((picture) => isLoaded(sourceOf(picture))) ?? group[0];
    const alt = group.map((picture) => attribute(picture, 'alt')).find((text) => text !== '');
    if (shown && alt !== undefined) setAttribute(shown, 'alt', alt);
    for (const picture of group) if (picture !== shown) remove(picture);
  }
}
