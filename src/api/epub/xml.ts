import { DOMParser } from 'linkedom';
import { expandEntities } from './text.ts';
import { withoutDoctype, withoutPrefixes } from './xml-source.ts';

/**
 * The part of the DOM that we and the EPUB library use. linkedom does not support namespaces, so names keep their
 * prefix.
 */
export interface XmlElement {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly children: Iterable<XmlElement>;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<XmlElement>;
}

export type XmlDocument = Pick<XmlElement, 'querySelectorAll'>;

export function parseXml(text: string): XmlDocument {
  const source = expandEntities(withoutPrefixes(withoutDoctype(text)));
  return new DOMParser().parseFromString(source, 'text/xml') as unknown as XmlDocument;
}

/** Returns all elements with a name, with any prefix. */
export function named(parent: XmlDocument, name: string): XmlElement[] {
  return [...parent.querySelectorAll('*')].filter((element) => localName(element) === name);
}

function localName(element: XmlElement): string {
  return element.nodeName.slice(element.nodeName.indexOf(':') + 1);
}

export function attr(element: XmlElement, name: string): string {
  return element.getAttribute(name) ?? '';
}

export function text(element: XmlElement | undefined): string {
  return element?.textContent?.trim() ?? '';
}
