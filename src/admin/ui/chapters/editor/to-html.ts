import type { Fragment, Mark, Node } from '@tiptap/pm/model';
import type { Attributes } from './html-tree.ts';
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

/** Blocks without content that the text contained when it was opened. They are written as long as they exist. */
export const emptyBlocksRead = new WeakSet<Node>();

/** Writes the document as the API stores it. Blocks without content that were added in the editor are left out. */
export function toHtml(doc: Node): string {
  const blocks: string[] = [];
  doc.forEach((node, _offset, index) => {
    if (isLeftOut(node)) return;
    const { lead, html } = storedBlock(doc, node, index);
    blocks.push(blocks.length === 0 ? html : lead + html);
  });
  return blocks.join('');
}

/** Writes all blocks as they were read, even empty ones. */
export const blocksHtml = (doc: Node): string =>
  doc.children.map((node, index) => blockHtml(doc, node, index, isWritten)).join('\n');

type Filter = (node: Node) => boolean;

const isWritten: Filter = () => true;
const isStored: Filter = (node) => !isLeftOut(node);

/** Whether a block is an empty line that only separates other blocks in the editor. The target of a link is kept. */
function isLeftOut(node: Node): boolean {
  const { id } = (node.attrs['attrs'] ?? {}) as Attributes;
  if (id !== undefined || emptyBlocksRead.has(node)) return false;
  if (node.type.name === 'blockquote') return node.children.every(isLeftOut);
  return node.isTextblock && node.content.size === 0;
}

function storedBlock(doc: Node, node: Node, index: number): BlockHtml {
  const known = sourceOf.get(node);
  if (node.type.name === BARE) {
    // Text between blocks that the editor has added becomes a paragraph, as all other text is.
    if (known && !isAfterBare(doc, index, isStored)) return known;
    return { lead: '\n', html: `<p>${inlineHtml(node.content)}</p>` };
  }
  const block = known ?? { lead: '\n', html: blockHtml(doc, node, index, isStored) };
  sourceOf.set(node, block);
  return block;
}

/** Whether bare text directly follows bare text in the HTML, where both would become one text. */
function isAfterBare(parent: Node, index: number, filter: Filter): boolean {
  let before = index - 1;
  while (before >= 0 && !filter(parent.child(before))) before -= 1;
  return before >= 0 && parent.child(before).type.name === BARE;
}

function blockHtml(parent: Node, node: Node, index: number, filter: Filter): string {
  const { name } = node.type;
  if (name === BARE) {
    const html = inlineHtml(node.content);
    return isAfterBare(parent, index, filter) ? `<p>${html}</p>` : html;
  }
  const content = node.isTextblock ? inlineHtml(node.content) : childrenHtml(node, filter);
  return `${startTag(name, node.attrs['attrs'])}${content}${endTag(name)}`;
}

const childrenHtml = (node: Node, filter: Filter): string =>
  node.children.map((child, index) => (filter(child) ? blockHtml(node, child, index, filter) : '')).join('');

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
