import { Navigation } from '@likecoin/epub-ts';
import { type Files, splitHref } from './files.ts';
import type { Package } from './package.ts';
import { oneLine } from './text.ts';
import { named, parseXml, type XmlDocument } from './xml.ts';

/** One line of the table of contents. */
export interface TocEntry {
  title: string;
  /** The document it points into; undefined for a mere heading. */
  path: string | undefined;
  /** The name of its document, even if the book does not contain it. */
  target?: string;
  fragment: string;
  children: TocEntry[];
}

type Item = Navigation['toc'][number];

/** The EPUB 3 navigation document, else the EPUB 2 NCX; empty if neither has a target. */
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
  keepChildren(xml);
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
 * linkedom rebuilds `children` at every access and the library reads it once per line, which for 15,000 chapters takes 18 s:
 * so lists cache theirs.
 */
function keepChildren(xml: XmlDocument): void {
  for (const list of named(xml, 'ol')) Object.defineProperty(list, 'children', { value: [...list.children] });
}

function pointsSomewhere(entry: TocEntry): boolean {
  return entry.path !== undefined || entry.children.some(pointsSomewhere);
}
