import { Fragment } from '@tiptap/pm/model';
import { type Command, type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { Attributes } from './html-tree.ts';

/** The selected picture, or the one directly before the cursor. */
export function pictureAt(state: EditorState): { readonly attrs: Attributes; readonly pos: number } | undefined {
  const { selection } = state;
  if (selection instanceof NodeSelection && selection.node.type.name === 'img')
    return { attrs: selection.node.attrs['attrs'], pos: selection.from };
  const before = selection.empty ? selection.$from.nodeBefore : null;
  if (before?.type.name !== 'img') return undefined;
  return { attrs: before.attrs['attrs'], pos: selection.from - before.nodeSize };
}

/** Puts a picture below the block at the cursor, with a paragraph after it. */
export const insertPicture =
  (attrs: Attributes, caption: string): Command =>
  (state, dispatch) => {
    const { schema, tr, selection } = state;
    const picture = schema.node('bare', null, schema.node('img', { attrs }));
    const parts =
      caption === ''
        ? [picture]
        : [picture, schema.node('figcaption', null, schema.node('bare', null, schema.text(caption)))];
    const figure = schema.node('figure', null, parts);
    const paragraph = schema.node('p');
    const { $to } = selection;
    const isEmpty = $to.parent.isTextblock && $to.parent.content.size === 0;
    const depth = Math.max(1, $to.parent.isTextblock ? $to.depth : $to.depth + 1);
    const [start, end] =
      $to.depth === 0 ? [$to.pos, $to.pos] : [isEmpty ? $to.before(depth) : $to.after(depth), $to.after(depth)];
    tr.replaceWith(start, end, Fragment.from([figure, paragraph]));
    tr.setSelection(TextSelection.create(tr.doc, start + figure.nodeSize + 1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Changes the description of a picture. */
export const describePicture =
  (pos: number, alt: string): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(pos);
    if (node?.type.name !== 'img') return false;
    dispatch?.(state.tr.setNodeMarkup(pos, null, { attrs: { ...node.attrs['attrs'], alt } }));
    return true;
  };
