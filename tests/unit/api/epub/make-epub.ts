import { strToU8, type Zippable, zipSync } from 'fflate';

export interface BookSpec {
  /**
   * The documents of the spine in order, by name: the inner HTML of the body, or a complete document that begins with
   * `<?xml`.
   */
  documents?: Record<string, string>;
  /** The inner HTML of the list in the nav document. */
  nav?: string;
  /** The inner XML of the NCX's navMap. */
  ncx?: string;
  metadata?: string;
  /** Additional manifest items. */
  manifest?: string;
  /** Additional items of the spine, after the documents. */
  spineEnd?: string;
  /** Other files, by name in the archive. */
  files?: Record<string, string | Uint8Array>;
  /** Names of files to omit from the archive. */
  without?: string[];
  guide?: string;
}

const METADATA = `<dc:identifier id="uid">urn:isbn:9780000000001</dc:identifier><dc:title>The Lamp</dc:title>
<dc:creator>Ada Quill</dc:creator><dc:language>en-gb</dc:language>`;

export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
export const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
export const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><path d="M0 0h2v3z"/></svg>';

/** A paragraph of `words` words. The default is long enough to count as text. */
export function prose(words = 40, word = 'lamp'): string {
  return `<p>${Array.from({ length: words }, (_, index) => `${word}${index}`).join(' ')}</p>`;
}

export function document(body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`;
}

/** A list item of a nav document. */
export function item(href: string, title: string, children = ''): string {
  return `<li><a href="${href}">${title}</a>${children === '' ? '' : `<ol>${children}</ol>`}</li>`;
}

export function navPoint(id: string, href: string, title: string, children = ''): string {
  return `<navPoint id="${id}"><navLabel><text>${title}</text></navLabel><content src="${href}"/>${children}</navPoint>`;
}

export function makeEpub(spec: BookSpec = {}): Uint8Array {
  const files: Record<string, string | Uint8Array> = { ...standardFiles(spec), ...spec.files };
  for (const name of spec.without ?? []) delete files[name];
  const zippable: Zippable = { mimetype: [strToU8('application/epub+zip'), { level: 0 }] };
  for (const [name, content] of Object.entries(files))
    zippable[name] = typeof content === 'string' ? strToU8(content) : content;
  return zipSync(zippable, { level: 9 });
}

function standardFiles(spec: BookSpec): Record<string, string> {
  const documents = spec.documents ?? { 'one.xhtml': `<h2>I</h2>${prose()}` };
  const nav =
    spec.nav ??
    (spec.ncx === undefined
      ? Object.keys(documents)
          .map((name, index) => item(name, `${index + 1}`))
          .join('')
      : undefined);
  const files: Record<string, string> = {
    'META-INF/container.xml': `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/book.opf': opf(spec, Object.keys(documents), nav !== undefined),
  };
  if (nav !== undefined) files['OEBPS/nav.xhtml'] = document(`<nav epub:type="toc"><ol>${nav}</ol></nav>`);
  if (spec.ncx !== undefined)
    files['OEBPS/toc.ncx'] = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${spec.ncx}</navMap></ncx>`;
  for (const [name, body] of Object.entries(documents))
    files[`OEBPS/${name}`] = body.startsWith('<?xml') ? body : document(body);
  return files;
}

function opf(spec: BookSpec, names: string[], hasNav: boolean): string {
  const items = names.map((name, index) => `<item id="d${index}" href="${name}" media-type="application/xhtml+xml"/>`);
  if (hasNav) items.push('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>');
  if (spec.ncx !== undefined) items.push('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>');
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${spec.metadata ?? METADATA}</metadata>
<manifest>${items.join('')}${spec.manifest ?? ''}</manifest>
<spine toc="ncx">${names.map((_, index) => `<itemref idref="d${index}"/>`).join('')}${spec.spineEnd ?? ''}</spine>${spec.guide ?? ''}</package>`;
}
