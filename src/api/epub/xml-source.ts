/**
 * Matches namespace declarations whose prefixes are removed, because documents are parsed as HTML, which has no
 * prefixes.
 */
const READ_NAMESPACES =
  /\bxmlns:([\w.-]{1,40})\s*=\s*["']http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)["']/g;
const DOCTYPE_START = /<!doctype\b/i;
const ENTITY = /<!ENTITY\s+([A-Za-z][\w.-]{0,60})\s+(?:"([^"]{0,1000})"|'([^']{0,1000})')\s*>/g;
/** Maximum length of all expanded entities together. In real books, entities are characters or short phrases. */
const MAX_EXPANDED_CHARACTERS = 1_000_000;
const MAX_ENTITIES = 500;

/** Removes the prefixes of XHTML, SVG and MathML from tags. */
export function withoutPrefixes(source: string): string {
  const prefixes = new Set([...source.slice(0, 20_000).matchAll(READ_NAMESPACES)].map(([, prefix = '']) => prefix));
  if (prefixes.size === 0) return source;
  return source.replace(/<(\/?)([\w.-]{1,40}):(?=[A-Za-z])/g, (tag, slash: string, prefix: string) =>
    prefixes.has(prefix) ? `<${slash}` : tag,
  );
}

/**
 * Removes the DOCTYPE and expands the entities that it declares, without their markup. Does not expand external
 * entities and entities in entities.
 */
export function withoutDoctype(source: string): string {
  const start = source.search(DOCTYPE_START);
  if (start < 0) return source;
  const end = doctypeEnd(source, start);
  if (end === undefined) return source;
  const declared = [...source.slice(start, end).matchAll(ENTITY)].slice(0, MAX_ENTITIES);
  const entities = new Map(declared.map(([, name = '', one, other]) => [name, plain(one ?? other ?? '')]));
  const body = source.slice(0, start) + source.slice(end);
  if (entities.size === 0) return body;
  let left = MAX_EXPANDED_CHARACTERS;
  return body.replace(/&([A-Za-z][\w.-]{0,60});/g, (whole, name: string) => {
    const value = entities.get(name);
    if (value === undefined) return whole;
    left -= value.length;
    return left < 0 ? '' : value;
  });
}

const plain = (value: string): string => value.replace(/<[^>]*>/g, '').replaceAll('<', '&lt;');

function doctypeEnd(source: string, start: number): number | undefined {
  const close = source.indexOf('>', start);
  const subset = source.indexOf('[', start);
  if (subset < 0 || close < subset) return close < 0 ? undefined : close + 1;
  const end = /\]\s{0,100}>/.exec(source.slice(subset));
  return end ? subset + end.index + end[0].length : undefined;
}
