import { Fragment, type Mark, type Node, type NodeRange } from '@tiptap/pm/model';
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state';
import { nodeType, withClasses } from './blocks.ts';
import type { Attributes } from './html-tree.ts';
import { classNamesOf } from './marks.ts';
import { INLINE } from './schema.ts';

const VERSE = 'text-verse';

export const isVerse = (node: Node): boolean => classNamesOf(node).includes(VERSE);

const isLine = (mark: Mark): boolean =>
  ((mark.attrs['attrs'] as Attributes)['class'] ?? '').split(' ').includes('text-line');

/** The selected paragraphs, if all are in the same block. */
function selectedParagraphs({ selection }: EditorState): { range: NodeRange; blocks: readonly Node[] } | undefined {
  const range = selection.$from.blockRange(selection.$to);
  if (!range) return undefined;
  const blocks = range.parent.children.slice(range.startIndex, range.endIndex);
  return blocks.every((block) => block.isTextblock) ? { range, blocks } : undefined;
}

/** Turns the selected paragraphs into lines of verse, or stanzas into paragraphs. An empty paragraph ends a stanza. */
export const toggleVerse: Command = (state, dispatch) => {
  const selected = selectedParagraphs(state);
  if (!selected) return false;
  const { range, blocks } = selected;
  const nodes = blocks.every(isVerse)
    ? blocks.flatMap((block) => linesOf(block).map((line) => paragraph(state, line.map(withoutLine))))
    : stanzasOf(blocks).map((lines) => stanza(state, lines));
  const { tr } = state;
  tr.replaceWith(range.start, range.end, nodes);
  const end = nodes.reduce((position, node) => position + node.nodeSize, range.start);
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end - 1)).scrollIntoView());
  return true;
};

/** The lines of a block, which line breaks separate. */
function linesOf(block: Node): Node[][] {
  const lines: Node[][] = [[]];
  for (const node of block.children) {
    if (node.type.name === 'br') lines.push([]);
    else lines.at(-1)?.push(node);
  }
  return lines;
}

function stanzasOf(blocks: readonly Node[]): Node[][][] {
  const stanzas: Node[][][] = [[]];
  for (const block of blocks) {
    if (block.content.size === 0) stanzas.push([]);
    else stanzas.at(-1)?.push(...linesOf(block));
  }
  const filled = stanzas.filter((lines) => lines.length > 0);
  return filled.length > 0 ? filled : [[]];
}

function stanza(state: EditorState, lines: readonly Node[][]): Node {
  const line = lineMark(state);
  const content = lines.flatMap((nodes, index) => [
    ...(index > 0 ? [nodeType(state, 'br').create()] : []),
    ...nodes.map((node) => (node.marks.some(isLine) ? node : node.mark([line, ...node.marks]))),
  ]);
  return nodeType(state, 'p').create({ attrs: { class: VERSE } }, content);
}

const lineMark = (state: EditorState): Mark =>
  state.schema.mark(INLINE, { tag: 'span', attrs: { class: 'text-line' } });

const withoutLine = (node: Node): Node => node.mark(node.marks.filter((mark) => !isLine(mark)));

const paragraph = (state: EditorState, content: readonly Node[]): Node =>
  nodeType(state, 'p').create(null, Fragment.from([...content]));

/** Enter in verse: starts a line; in an empty line, a stanza; and in an empty stanza, a paragraph. */
export const enterInVerse: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || !isVerse(parent)) return false;
  const { tr } = state;
  const isAtEnd = $from.parentOffset === parent.content.size;
  if (parent.content.size === 0) {
    const attrs = withClasses(parent, (classes) => classes.filter((name) => name !== VERSE));
    tr.setNodeMarkup($from.before(), null, { attrs });
  } else if (isAtEnd && $from.nodeBefore?.type.name === 'br') {
    tr.delete($from.pos - 1, $from.pos);
    const after = tr.mapping.map($from.after());
    tr.insert(after, nodeType(state, 'p').create({ attrs: { class: VERSE } }));
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  } else tr.insert($from.pos, nodeType(state, 'br').create());
  dispatch?.(tr.scrollIntoView());
  return true;
};
