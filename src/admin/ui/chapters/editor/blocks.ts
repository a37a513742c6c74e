import { lift, wrapIn } from '@tiptap/pm/commands';
import { Fragment, type Node, type NodeType } from '@tiptap/pm/model';
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state';
import { canSplit } from '@tiptap/pm/transform';
import type { Attributes } from './html-tree.ts';
import { classNamesOf } from './marks.ts';
import { BARE } from './schema.ts';

export const ALIGNMENTS = ['text-start', 'text-center', 'text-end'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export const nodeType = (state: EditorState, name: string): NodeType => state.schema.nodes[name] as NodeType;

export const withClasses = (node: Node, change: (classes: readonly string[]) => readonly string[]): Attributes => {
  const { class: _class, ...others } = (node.attrs['attrs'] ?? {}) as Attributes;
  const classes = change(classNamesOf(node));
  return { ...others, ...(classes.length > 0 ? { class: classes.join(' ') } : {}) };
};

/** Turns the selected blocks into paragraphs or headings, without the layout of verse. */
export const setTextBlock =
  (tag: string): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection;
    dispatch?.(
      state.tr.setBlockType(from, to, nodeType(state, tag), (node) => ({
        attrs: withClasses(node, (classes) => classes.filter((name) => name !== 'text-verse')),
      })),
    );
    return true;
  };

/** Sets or removes the alignment of the selected paragraphs and headings. */
export const setAlignment =
  (alignment: Alignment | undefined): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection;
    const { tr } = state;
    state.doc.nodesBetween(from, to, (node, pos) => {
      if (!node.isTextblock) return true;
      const isBare = node.type.name === BARE;
      if (isBare && alignment === undefined) return false;
      const attrs = withClasses(node, (classes) => [
        ...classes.filter((name) => !ALIGNMENTS.some((other) => other === name)),
        ...(alignment === undefined ? [] : [alignment]),
      ]);
      tr.setNodeMarkup(tr.mapping.map(pos), isBare ? nodeType(state, 'p') : null, { attrs });
      return false;
    });
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };

export type Quotation = 'quotation' | 'letter';

interface QuotationPlace {
  readonly kind: Quotation;
  readonly pos: number;
  readonly node: Node;
}

/** The innermost quotation or letter around the selection. */
export function quotationAt(state: EditorState): QuotationPlace | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name === 'blockquote') {
      const kind = classNamesOf(node).includes('text-flush') ? 'letter' : 'quotation';
      return { kind, pos: $from.before(depth), node };
    }
  }
  return undefined;
}

/** Puts the selected blocks into a quotation or letter, takes them out of it, or turns one into the other. */
export const toggleQuotation =
  (kind: Quotation): Command =>
  (state, dispatch) => {
    const place = quotationAt(state);
    const letter = kind === 'letter' ? ['text-flush'] : [];
    if (!place) {
      const attrs = kind === 'letter' ? { class: 'text-flush' } : {};
      return wrapIn(nodeType(state, 'blockquote'), { attrs })(state, dispatch);
    }
    if (place.kind === kind) return lift(state, dispatch);
    const attrs = withClasses(place.node, (classes) => [...classes.filter((name) => name !== 'text-flush'), ...letter]);
    dispatch?.(state.tr.setNodeMarkup(place.pos, null, { attrs }));
    return true;
  };

/**
 * Puts a scene break at the cursor, with a paragraph after it. An empty paragraph becomes the break. The text never
 * continues in a block of another kind, such as the note below.
 */
export const insertSceneBreak: Command = (state, dispatch) => {
  const { tr } = state;
  // An input rule has already changed the document in this transaction.
  const { $to } = tr.selection;
  const parent = $to.parent;
  if (!parent.isTextblock) return false;
  const rule = nodeType(state, 'hr').create();
  const paragraph = nodeType(state, 'p').create();
  if (parent.content.size === 0) {
    const start = $to.before();
    tr.replaceWith(start, $to.after(), Fragment.from([rule, paragraph]));
    tr.setSelection(TextSelection.create(tr.doc, start + rule.nodeSize + 1));
  } else if ($to.parentOffset === parent.content.size || !canSplit(tr.doc, $to.pos)) {
    const after = $to.after();
    tr.insert(after, Fragment.from([rule, paragraph]));
    tr.setSelection(TextSelection.create(tr.doc, after + rule.nodeSize + 1));
  } else {
    tr.split($to.pos).insert($to.pos + 1, rule);
    tr.setSelection(TextSelection.create(tr.doc, $to.pos + 1 + rule.nodeSize + 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};
