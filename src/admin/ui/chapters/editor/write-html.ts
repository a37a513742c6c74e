import { type Attributes, type HtmlNode, isText, VOID_TAGS } from './html-tree.ts';

/** Void elements that the API's sanitiser writes with an end tag. */
const CLOSED_VOID = ['wbr'];

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The start tag of an element as the API's sanitiser writes it. Void elements are complete. */
export function startTag(tag: string, attrs: Attributes): string {
  const written = Object.entries(attrs).map(([name, value]) =>
    value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`,
  );
  const start = `<${tag}${written.join('')}`;
  if (CLOSED_VOID.includes(tag)) return `${start}></${tag}>`;
  return VOID_TAGS.includes(tag) ? `${start} />` : `${start}>`;
}

export const endTag = (tag: string): string => (VOID_TAGS.includes(tag) ? '' : `</${tag}>`);

/** Writes a tree as the API's sanitiser does. */
export const writeHtml = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) =>
      isText(node)
        ? escapeText(node.text)
        : `${startTag(node.tag, node.attrs)}${writeHtml(node.children)}${endTag(node.tag)}`,
    )
    .join('');
