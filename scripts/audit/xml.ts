import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element: its attributes begin with `@`, its text is `#text`, each other name holds all children of that name. */
export type XmlNode = { readonly [name: string]: unknown };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && name !== '?xml',
  alwaysCreateTextNode: true,
});

/** Parses an XML document. @returns its root element, or why it is not well formed */
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

/** The text of the first child of this name, trimmed; undefined where there is none. */
export function textOf(node: XmlNode, name: string): string | undefined {
  const [child] = children(node, name);
  return child === undefined ? undefined : String(child['#text'] ?? '').trim();
}

/** An attribute of a node. */
export const attribute = (node: XmlNode, name: string): string | undefined => {
  const value = node[`@${name}`];
  return typeof value === 'string' ? value : undefined;
};

/** Names of the child elements, without those of other namespaces. */
export const childNames = (node: XmlNode): readonly string[] =>
  Object.keys(node).filter((name) => !/^[@#?]/.test(name) && !name.includes(':'));
