import { Packaging } from '@likecoin/epub-ts';
import { EpubError } from './errors.ts';
import type { Files } from './files.ts';
import { attr, named, parseXml, type XmlDocument, type XmlElement } from './xml.ts';

export interface SpineItem {
  /** Name of the file in the archive. */
  path: string;
  linear: boolean;
  /** Whether the file is a picture instead of a document. */
  isPicture: boolean;
}

/** A file that the book refers to but does not contain. */
export interface MissingFile {
  /** The name that it should have in the archive. */
  path: string;
  type: 'document' | 'picture' | 'style';
}

/** The content of the package file (OPF), with hrefs resolved to names in the archive. */
export interface Package {
  xml: XmlDocument;
  identifier: string;
  spine: SpineItem[];
  nav: string | undefined;
  ncx: string | undefined;
  /** The file declared as the cover: an image, or a page with an image. */
  cover: string | undefined;
  /** The types of files in the guide of an EPUB 2, by name in the archive. */
  guide: Map<string, string>;
  images: string[];
  missing: MissingFile[];
  /** Whether the book's pages have a fixed layout. */
  isFixed: boolean;
}

type ManifestItem = { href: string; type: string };

const CONTAINER = 'META-INF/container.xml';
const OPF_TYPE = 'application/oebps-package+xml';

export async function readPackage(files: Files): Promise<Package> {
  const path = await packagePath(files);
  const xml = parseXml(await files.text(path));
  checkCount(xml, 'item', 'Its manifest', files.maxItems);
  checkCount(xml, 'itemref', 'Its reading order (spine)', files.maxItems);
  const opf = parsePackaging(xml);
  const manifest: Record<string, ManifestItem> = opf.manifest;
  const find = (href: string): string | undefined => (href === '' ? undefined : files.resolve(href, path));
  const read = new Set<string>();
  const missing: MissingFile[] = [];
  const spine = opf.spine.flatMap((item: { idref: string; linear: string }): SpineItem[] => {
    const href = manifest[item.idref]?.href ?? '';
    const documentPath = find(href);
    if (documentPath === undefined && href !== '' && item.linear !== 'no')
      missing.push({ path: files.nameOf(href, path), type: 'document' });
    // Ignores repetitions: EPUB allows each document only once in the reading order.
    if (documentPath === undefined || read.has(documentPath)) return [];
    read.add(documentPath);
    const isPicture = manifest[item.idref]?.type.startsWith('image/') ?? false;
    return [{ path: documentPath, linear: item.linear !== 'no', isPicture }];
  });
  if (spine.length === 0) throw missing[0] ? missingFile(missing[0].path) : missingSpine();
  for (const { href, type } of Object.values(manifest)) {
    const kind = type.startsWith('image/') ? 'picture' : type === 'text/css' ? 'style' : undefined;
    if (kind && href !== '' && find(href) === undefined) missing.push({ path: files.nameOf(href, path), type: kind });
  }
  return {
    xml,
    identifier: (opf.uniqueIdentifier || opf.metadata.identifier || '').trim(),
    spine,
    nav: find(opf.navPath),
    ncx: find(opf.ncxPath),
    cover: find(opf.coverPath) ?? find(guideHref(xml, 'cover')),
    guide: guideOf(xml, find),
    images: Object.values(manifest).flatMap((item) => (item.type.startsWith('image/') ? (find(item.href) ?? []) : [])),
    missing,
    isFixed: isFixed(xml),
  };
}

function checkCount(xml: XmlDocument, name: string, what: string, max: number): void {
  const { length } = named(xml, name);
  if (length > max)
    throw new EpubError(
      'too-many-files',
      `${what} lists ${length} files; the limit is ${max}. Split the book into volumes.`,
    );
}

async function packagePath(files: Files): Promise<string> {
  if (!files.has(CONTAINER)) {
    throw new EpubError(
      'missing-container',
      `The archive has no ${CONTAINER}, so it is a ZIP file but not an EPUB. Choose the .epub file itself.`,
    );
  }
  const roots = named(parseXml(await files.text(CONTAINER)), 'rootfile');
  const root = roots.find((rootFile) => attr(rootFile, 'media-type') === OPF_TYPE) ?? roots[0];
  const path = root && files.resolve(`/${attr(root, 'full-path')}`, CONTAINER);
  if (path === undefined) {
    const named = root ? ` "${attr(root, 'full-path')}"` : '';
    throw new EpubError(
      'missing-package',
      `The package file (OPF)${named} named by ${CONTAINER} is missing, so the order of the book is unknown. Download the file again.`,
    );
  }
  return path;
}

function parsePackaging(xml: XmlDocument): Packaging {
  try {
    return new Packaging(xml as unknown as ConstructorParameters<typeof Packaging>[0]);
  } catch (cause) {
    if (named(xml, 'package').length > 0 && named(xml, 'spine').length === 0) throw missingSpine();
    throw new EpubError(
      'missing-package',
      'The package file (OPF) lacks its metadata, manifest or spine. Save the book again with an EPUB editor.',
      { cause },
    );
  }
}

function missingSpine(): EpubError {
  return new EpubError(
    'missing-spine',
    'The package file (OPF) has no reading order (spine) whose files are in the archive. Save the book again with an EPUB editor.',
  );
}

function references(xml: XmlDocument): XmlElement[] {
  return named(xml, 'reference');
}

function guideHref(xml: XmlDocument, type: string): string {
  const reference = references(xml).find((candidate) => attr(candidate, 'type') === type);
  return reference ? attr(reference, 'href') : '';
}

function guideOf(xml: XmlDocument, find: (href: string) => string | undefined): Map<string, string> {
  const guide = new Map<string, string>();
  for (const reference of references(xml)) {
    const path = find(attr(reference, 'href'));
    if (path !== undefined) guide.set(path, attr(reference, 'type').toLowerCase());
  }
  return guide;
}

/** Whether the metadata declares a fixed layout, as `rendition:layout` in EPUB 3, or as Amazon and Apple do. */
const isFixed = (xml: XmlDocument): boolean =>
  named(xml, 'meta').some((meta) => {
    const value = (attr(meta, 'content') || (meta.textContent ?? '')).trim().toLowerCase();
    if (attr(meta, 'property') === 'rendition:layout') return value === 'pre-paginated';
    return attr(meta, 'name') === 'fixed-layout' && value === 'true';
  });

const missingFile = (href: string) =>
  new EpubError(
    'missing-file',
    `The file is damaged: it contains none of the texts that its reading order names, such as "${href}". Get a complete copy of the book.`,
  );
