import { hash } from '#src/lib/hash.ts';
import type { Files } from './files.ts';
import type { Package } from './package.ts';
import { attribute, findAll, parseXhtml } from './tree.ts';
import type { ImageType, ImportedCover, ImportedImage } from './types.ts';

/** The images of a book. Images with the same content are loaded only once. */
export interface ImageStore {
  /** Loads the pictures of a document. @returns their placeholder URLs, by the source as written in the document */
  load(sources: string[], from: string): Promise<Map<string, string>>;
  /** Returns the loaded images that `htmls` show, in the order of their first use. */
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
        if (!byPath.has(path)) byPath.set(path, await imageAt(path));
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

  async function imageAt(path: string): Promise<ImportedImage | undefined> {
    return importedImage(await files.bytes(path), () => files.bytes(path));
  }
}

/**
 * Describes a picture.
 * @param read reads the bytes again
 * @returns undefined for unsupported formats and unsafe SVGs
 */
export function importedImage(bytes: Uint8Array, read: () => Promise<Uint8Array>): ImportedImage | undefined {
  const type = imageType(bytes);
  return type && { id: hash(bytes, 16), type, read };
}

const SIGNATURES: [ImageType, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/** Detects the type of a picture by its bytes. @returns undefined for unsupported formats and unsafe SVGs */
function imageType(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const type = SIGNATURES.find(([, signature]) => signature.test(head))?.[0];
  return type ?? (isSafeSvg(bytes) ? 'image/svg+xml' : undefined);
}

const DANGEROUS = [
  /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener|set|animate\w*|audio|video|a)[\s/>]/i,
  /\son[a-z]+\s*=/i,
  // The length in the pattern is limited, because a file of unfinished doctypes would otherwise take quadratic time.
  /<!ENTITY|<!ATTLIST|<!DOCTYPE[^>[]{0,1000}\[|<\?xml-stylesheet|@import/i,
  /javascript\s*:/i,
];
const ADDRESS = /(?:\b(?:href|src)\s*=\s*["']?|\burl\(\s*["']?)\s*([^"'\s)>]*)/gi;
const HARMLESS_ADDRESS = /^(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]|$)/i;

/**
 * Whether bytes are an SVG without scripts, handlers and external resources. Scripts do not run in an `<img>`, but they
 * would if someone opened the URL of the file. If in doubt, returns false.
 */
export function isSafeSvg(bytes: Uint8Array): boolean {
  const text = utf8(bytes);
  if (text === undefined || !/<(?:\w+:)?svg[\s>]/i.test(text.slice(0, 4096))) return false;
  if (DANGEROUS.some((pattern) => pattern.test(text))) return false;
  return [...text.matchAll(ADDRESS)].every(([, address = '']) => HARMLESS_ADDRESS.test(address));
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const NAMED_COVER = /(?:^|\/)[^/]*cover[^/]*\.(?:jpe?g|png|gif|webp|svg)$/i;

/** Returns the declared cover, or else the picture on the first page, or else an image named "cover". */
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
  const type = imageType(bytes);
  return type && { bytes, type };
}
