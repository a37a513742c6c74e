import { Navigation } from '@likecoin/epub-ts';
import { type Files, splitHref } from './files.ts';
import type { Package } from './package.ts';
import { oneLine } from './text.ts';
import { named, parseXml, type XmlDocument } from './xml.ts';

/** An entry of the table of contents. */
export interface TocEntry {
  title: string;
  /** The document to which the entry links; undefined for an entry without a link. */
  path: string | undefined;
  /** The name of the entry's document, even if the book does not contain it. */
  target?: string;
  fragment: string;
  children: TocEntry[];
}

type Item = Navigation['toc'][number];

/**
 * Reads the table of contents: the EPUB 3 nav document, or else the EPUB 2 NCX. Empty if neither links to a document.
 */
export async function readToc(files: Files, opf: Package): Promise<TocEntry[]> {
  for (const source of [opf.nav, opf.ncx]) {
    if (source === undefined) continue;
    const entries = await parseToc(files, source);
    if (entries.some(pointsSomewhere)) return entries;
  }
  return [];
}

async function parseToc(files: Files, source: string): Promise<TocEntry[]> {
  const xml = parseXml(await files.text(source));
  cacheChildren(xml);
  const { toc } = new Navigation(xml as unknown as NonNullable<ConstructorParameters<typeof Navigation>[0]>);
  const entry = (item: Item): TocEntry => ({
    title: oneLine(item.label),
    path: item.href === '' ? undefined : files.resolve(item.href, source),
    ...(item.href === '' ? {} : { target: files.nameOf(item.href, source) }),
    fragment: splitHref(item.href).fragment,
    children: (item.subitems ?? []).map(entry),
  });
  return toc.map(entry);
}

/**
 * Caches the children of lists. The EPUB library reads `children` once per entry, and linkedom rebuilds it each time,
 * which would take 18 s for 15,000 chapters.
 */
function cacheChildren(xml: XmlDocument): void {
  for (const list of named(xml, 'ol')) Object.defineProperty(list, 'children', { value: [...list.children] });
}

function pointsSomewhere(entry: TocEntry): boolean {
  return entry.path !== undefined || entry.children.some(pointsSomewhere);
}
