import { defaultTreeAdapter, html, parse, type DefaultTreeAdapterTypes as T } from 'parse5';
import { withoutDoctype, withoutPrefixes } from './xml-source.ts';

export type Node = T.Node;
export type Element = T.Element;
export type Child = T.ChildNode;

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
const SELF_CLOSED = /<([a-z][\w:.-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/>/gi;

/**
 * Returns the body of an XHTML document. The document is parsed as HTML, which never fails and supports all named
 * entities. Syntax that only XML has is converted first: in HTML, `<a id="x"/>` would not be closed, and `<title/>`
 * would contain the rest of the document.
 */
export function parseXhtml(source: string): Element {
  const text = between(
    between(withoutPrefixes(withoutDoctype(source)), '<?', '?>', () => ''),
    '<![CDATA[',
    ']]>',
    escapeMarkup,
  ).replace(SELF_CLOSED, (all, name: string, attributes: string) =>
    VOID.test(name) ? all : `<${name}${attributes}></${name}>`,
  );
  const body = findAll(parse(text), (element) => element.tagName === 'body')[0];
  return body ?? makeElement('body');
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is T.TextNode {
  return node.nodeName === '#text';
}

export function childrenOf(node: Node): Child[] {
  return 'childNodes' in node ? node.childNodes : [];
}

export function attribute(element: Element, name: string): string {
  return element.attrs.find((attr) => attr.name === name || `${attr.prefix}:${attr.name}` === name)?.value ?? '';
}

export function setAttribute(element: Element, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((attr) => attr.name !== name), { name, value }];
}

/** Yields `node` and its descendants in document order. Not recursive, because hostile files nest deeply. */
export function* nodesOf(node: Node): Generator<Node> {
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const children = childrenOf(next);
    // Adds the children one by one, because spreading 100,000 children would overflow the stack.
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at] as Child);
  }
}

/** Returns the matching elements below `node`, in document order. */
export function findAll(node: Node, matches: (element: Element) => boolean): Element[] {
  const matching: Element[] = [];
  for (const next of nodesOf(node)) if (next !== node && isElement(next) && matches(next)) matching.push(next);
  return matching;
}

export function textOf(node: Node): string {
  const parts: string[] = [];
  for (const next of nodesOf(node)) if (isText(next)) parts.push(next.value);
  return parts.join('');
}

/** Returns the text of a node, with a space for each line break: "CHAPTER<br/>ONE" becomes "CHAPTER ONE". */
export function lineOf(node: Node): string {
  const parts: string[] = [];
  for (const next of nodesOf(node)) {
    if (isText(next)) parts.push(next.value);
    else if (isElement(next) && /^(?:br|p|div|h[1-6])$/.test(next.tagName)) parts.push(' ');
  }
  return parts.join('').trim();
}

/** Returns the values of epub:type and of role, without the prefix `doc-`. */
export function typesOf(element: Element): string[] {
  const role = attribute(element, 'role').replace(/\bdoc-/g, '');
  return `${attribute(element, 'epub:type')} ${role}`.toLowerCase().split(/\s+/).filter(Boolean);
}

export function makeElement(tag: string, attrs: { name: string; value: string }[] = []): Element {
  return defaultTreeAdapter.createElement(tag, html.NS.HTML, attrs);
}

export function remove(child: Child): void {
  defaultTreeAdapter.detachNode(child);
}

export function replaceWith(element: Element, others: readonly Element[]): void {
  const parent = element.parentNode;
  if (!parent) return;
  for (const other of others) defaultTreeAdapter.insertBefore(parent, other, element);
  remove(element);
}

export function moveInto(child: Element, parent: Element): void {
  if (child.parentNode) remove(child);
  defaultTreeAdapter.appendChild(parent, child);
}

/**
 * Rewrites the text between two markers. A regular expression would take quadratic time if second markers are missing.
 */
function between(text: string, open: string, close: string, rewrite: (inner: string) => string): string {
  const [head = '', ...rest] = text.split(open);
  const parts = rest.map((part) => {
    const end = part.indexOf(close);
    return end < 0 ? part : rewrite(part.slice(0, end)) + part.slice(end + close.length);
  });
  return head + parts.join('');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const TAG = /<(\/?)([a-z][\w:.-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>/gi;
/** Maximum nesting depth of elements. Browsers stop nesting at 512. */
export const MAX_DEPTH = 400;
/**
 * Matches elements that HTML closes implicitly or that have no end tag. They do not nest, even if they are not closed.
 */
const NOT_NESTING =
  /^(?:p|li|dt|dd|td|th|tr|thead|tbody|tfoot|option|br|hr|img|col|area|base|meta|link|input|wbr|embed|source|track|param)$/i;

/** Counts tags, comments and stray `<` without parsing. */
export function countTags(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) count += 1;
  return count;
}

/**
 * Whether elements are nested at most `MAX_DEPTH` deep, as in all real books. Our code and libraries process trees
 * recursively, so deeper nesting could overflow the stack.
 */
export function isPlainMarkup(text: string): boolean {
  let depth = 0;
  for (const [, closes, name = '', attributes = ''] of text.matchAll(TAG)) {
    if (attributes.endsWith('/') || NOT_NESTING.test(name)) continue;
    depth = closes ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_DEPTH) return false;
  }
  return true;
}
