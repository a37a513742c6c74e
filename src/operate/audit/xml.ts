import { XMLParser, XMLValidator } from 'fast-xml-parser';

/**
 * An element. Keys that start with `@` are attributes, `#text` is the text, and every other key has a list of the child
 * elements with that name.
 */
export type XmlNode = { readonly [name: string]: unknown };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && name !== '?xml',
  alwaysCreateTextNode: true,
});

/**
 * Parses an XML document.
 * @returns the root element, or a message if the document is not well-formed
 */
export function parseXml(text: string): { readonly name: string; readonly root: XmlNode } | string {
  const valid = XMLValidator.validate(text);
  if (valid !== true) return `it is not well-formed XML: ${valid.err.msg} (line ${valid.err.line})`;
  const document = parser.parse(text) as XmlNode;
  const name = Object.keys(document).find((key) => !/^[?#@]/.test(key)) ?? '';
  const [root] = children(document, name);
  return { name, root: root ?? {} };
}

export const children = (node: XmlNode, name: string): readonly XmlNode[] => {
  const value = node[name];
  return Array.isArray(value) ? (value as XmlNode[]) : [];
};

/** The text of the first child with this name, trimmed; undefined if there is none. */
export function textOf(node: XmlNode, name: string): string | undefined {
  const [child] = children(node, name);
  return child === undefined ? undefined : String(child['#text'] ?? '').trim();
}

export const attribute = (node: XmlNode, name: string): string | undefined => {
  const value = node[`@${name}`];
  return typeof value === 'string' ? value : undefined;
};

/** Names of the child elements, except those in other namespaces. */
export const childNames = (node: XmlNode): readonly string[] =>
  Object.keys(node).filter((name) => !/^[@#?]/.test(name) && !name.includes(':'));
