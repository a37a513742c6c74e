import type { Fragment, Mark, Node } from '@tiptap/pm/model';
import { BARE, EMPTY } from './schema.ts';
import { endTag, escapeText, startTag } from './write-html.ts';

interface BlockHtml {
  /** Whitespace before the block. */
  readonly lead: string;
  readonly html: string;
}

/**
 * The HTML of blocks of the document. Nodes are immutable, so a node that is still in the document is unchanged, and
 * each edit writes only the blocks that it changed.
 */
export const sourceOf = new WeakMap<Node, BlockHtml>();

/** Writes the document as the API stores it. */
export const toHtml = (doc: Node): string => (isBlank(doc) ? '' : blocksHtml(doc));

/** Writes all blocks, even if there is only the empty paragraph of a new chapter. */
export function blocksHtml(doc: Node): string {
  const blocks: string[] = [];
  doc.forEach((node, _offset, index) => {
    const { lead, html } = topBlock(doc, node, index);
    blocks.push(index === 0 ? html : lead + html);
  });
  return blocks.join('');
}

/** Whether the document is only the empty paragraph in which the first words are written. */
const isBlank = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 &&
  firstChild?.content.size === 0 &&
  Object.keys(firstChild.attrs['attrs'] ?? {}).length === 0 &&
  (firstChild.type.name === 'p' || firstChild.type.name === BARE) &&
  !sourceOf.has(firstChild);

function topBlock(doc: Node, node: Node, index: number): BlockHtml {
  if (node.type.name === BARE) {
    const known = sourceOf.get(node);
    return !isAfterBare(doc, index) && known ? known : { lead: '\n', html: blockHtml(doc, node, index) };
  }
  const known = sourceOf.get(node) ?? { lead: '\n', html: blockHtml(doc, node, index) };
  sourceOf.set(node, known);
  return known;
}

/** Bare text after bare text would become one text. */
const isAfterBare = (parent: Node, index: number) => index > 0 && parent.child(index - 1).type.name === BARE;

function blockHtml(parent: Node, node: Node, index: number): string {
  const { name } = node.type;
  if (name === BARE) {
    const html = inlineHtml(node.content);
    return isAfterBare(parent, index) ? `<p>${html}</p>` : html;
  }
  const content = node.isTextblock ? inlineHtml(node.content) : childrenHtml(node);
  return `${startTag(name, node.attrs['attrs'])}${content}${endTag(name)}`;
}

const childrenHtml = (node: Node): string =>
  node.children.map((child, index) => blockHtml(node, child, index)).join('');

function inlineHtml(content: Fragment): string {
  const open: Mark[] = [];
  const parts: string[] = [];
  const closeTo = (length: number) => {
    for (const mark of open.splice(length).reverse()) parts.push(endTag(mark.attrs['tag']));
  };
  content.forEach((node) => {
    const different = open.findIndex((mark, index) => !node.marks[index]?.eq(mark));
    if (different >= 0) closeTo(different);
    for (const mark of node.marks.slice(open.length)) {
      open.push(mark);
      parts.push(startTag(mark.attrs['tag'], mark.attrs['attrs']));
    }
    parts.push(leafHtml(node));
  });
  closeTo(0);
  return parts.join('');
}

function leafHtml(node: Node): string {
  if (node.isText) return escapeText(node.text ?? '');
  const { tag, attrs } = node.attrs;
  if (node.type.name === EMPTY) return `${startTag(tag, attrs)}${endTag(tag)}`;
  return startTag(node.type.name, attrs);
}
