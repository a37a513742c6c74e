import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { DOMParser } from 'linkedom';

/** A document in an EPUB's reading order. */
export interface SourceDocument {
  /** Name of the document in the archive. */
  readonly path: string;
  readonly body: Element;
}

/** An EPUB, read independently of the importer. */
export interface SourceBook {
  readonly documents: readonly SourceDocument[];
  /** Documents that the book declares as cover, imprint, table of contents and the like. */
  readonly leftOut: readonly SourceDocument[];
  /** Files by name in the archive. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

const LEFT_OUT =
  /\b(?:cover|titlepage|halftitlepage|imprint|colophon|copyright-page|toc|landmarks|loi|lot|index|pg-header|pg-footer)\b/;
const HIDDEN = /\b(?:pagebreak|pg-boilerplate)\b/;

export function readSourceBook(file: string): SourceBook {
  const files = unzipSync(readFileSync(file));
  const xml = (name: string) => parseXml(strFromU8(files[name] ?? new Uint8Array()));
  const packagePath = attributeOf(xml('META-INF/container.xml').querySelector('rootfile'), 'full-path');
  const opf = xml(packagePath);
  const items = new Map([...opf.querySelectorAll('item')].map((item) => [attributeOf(item, 'id'), item]));
  const documents = [...opf.querySelectorAll('itemref')].flatMap((reference) => {
    const item = items.get(attributeOf(reference, 'idref'));
    const path = resolved(attributeOf(item, 'href'), packagePath);
    const body = files[path] && xml(path).querySelector('body');
    const isNav = attributeOf(item, 'properties').split(' ').includes('nav');
    return body ? [{ path, body, isLast: attributeOf(reference, 'linear') === 'no', isNav }] : [];
  });
  const ordered = documents.toSorted((a, b) => Number(a.isLast) - Number(b.isLast));
  const isOut = ({ body, isNav }: (typeof documents)[number]) => isNav || LEFT_OUT.test(typesIn(body));
  for (const { body } of documents) removeHidden(body);
  return { documents: ordered.filter((one) => !isOut(one)), leftOut: ordered.filter(isOut), files };
}

const parseXml = (text: string): Document => new DOMParser().parseFromString(text, 'text/xml') as unknown as Document;

/** Resolves a link in the file `from` to a name in the archive. */
export const resolved = (href: string, from: string): string =>
  posix.join(posix.dirname(from), decodeURIComponent(href.split('#')[0] ?? ''));

export const attributeOf = (element: Element | null | undefined, name: string): string =>
  element?.getAttribute(name) ?? '';

/** The epub:type of the body, or of its only section. */
function typesIn(body: Element): string {
  const holders = [body, ...(body.children.length === 1 ? body.children : [])];
  return holders.map((holder) => `${attributeOf(holder, 'epub:type')} ${attributeOf(holder, 'id')}`).join(' ');
}

function removeHidden(body: Element): void {
  for (const element of [...body.querySelectorAll('*')]) {
    const says = `${attributeOf(element, 'epub:type')} ${attributeOf(element, 'class')}`;
    if (element.hasAttribute('hidden') || HIDDEN.test(says)) element.remove();
  }
}
