import Builder from 'fast-xml-builder';

/**
 * An XML element. Keys that start with `@` are attributes, `#text` is the text, and all other keys are children. An
 * array repeats a child, and undefined omits it.
 */
export type XmlElement = { readonly [name: string]: XmlValue | readonly XmlValue[] | undefined };
type XmlValue = string | XmlElement;

const builder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** An XML document in UTF-8 in which all text and attributes are escaped. */
export const xmlDocument = (root: XmlElement): string =>
  builder.build({ '?xml': { '@version': '1.0', '@encoding': 'utf-8' }, ...(clean(root) as XmlElement) });

/** Characters that XML 1.0 allows neither literally nor escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters on purpose
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll(FORBIDDEN, '');
  if (Array.isArray(value)) return value.map(clean);
  return Object.fromEntries(
    Object.entries(value as XmlElement).flatMap(([name, part]) => (part === undefined ? [] : [[name, clean(part)]])),
  );
}
