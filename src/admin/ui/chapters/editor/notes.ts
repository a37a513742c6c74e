import { Fragment, type Mark, type Node } from '@tiptap/pm/model';
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state';
import type { Attributes } from './html-tree.ts';
import { classNamesOf } from './marks.ts';
import { INLINE } from './schema.ts';

const attrsOf = (item: Node | Mark): Attributes => (item.attrs['attrs'] ?? {}) as Attributes;

const isReference = (mark: Mark): boolean => (attrsOf(mark)['class'] ?? '').split(' ').includes('text-note-ref');

/** The id of the note in which the cursor is; undefined outside of notes. */
export function noteAt({ selection: { $from } }: EditorState): string | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name === 'aside' && classNamesOf(node).includes('text-note')) return attrsOf(node)['id'] ?? '';
  }
  return undefined;
}

/**
 * Adds a note for the selected place at the end of the chapter, and moves the cursor into it. In a note, moves the
 * cursor back to its reference.
 */
export const insertNote: Command = (state, dispatch) => {
  const note = noteAt(state);
  if (note !== undefined) return backToReference(note)(state, dispatch);
  const { $to } = state.selection;
  if (!$to.parent.isTextblock) return false;
  // Several chapters may be on one page of the reader, so numbers would not be unique.
  const id = `note-${crypto.randomUUID().slice(0, 8)}`;
  const label = `[${nextNumber(state.doc)}]`;
  const { tr } = state;
  tr.insert($to.pos, linkText(state, label, { class: 'text-note-ref', id: `${id}-ref`, href: `#${id}` }));
  const back = linkText(state, label, { class: 'text-note-back', href: `#${id}-ref` });
  const paragraph = state.schema.node('p', null, Fragment.from([back, state.schema.text(' ')]));
  tr.insert(tr.doc.content.size, state.schema.node('aside', { attrs: { class: 'text-note', id } }, paragraph));
  tr.setSelection(TextSelection.create(tr.doc, tr.doc.content.size - 2));
  dispatch?.(tr.setStoredMarks([]).scrollIntoView());
  return true;
};

const linkText = (state: EditorState, text: string, attrs: Attributes): Node =>
  state.schema.text(text, [state.schema.mark(INLINE, { tag: 'a', attrs })]);

/** The number after the highest one of a note in the chapter. */
function nextNumber(doc: Node): number {
  let highest = 0;
  doc.descendants((node) => {
    if (node.isText && node.marks.some(isReference)) highest = Math.max(highest, numberIn(node.text ?? ''));
  });
  return highest + 1;
}

const numberIn = (text: string): number => Number(/\d{1,6}/.exec(text)?.[0] ?? 0);

const backToReference =
  (note: string): Command =>
  (state, dispatch) => {
    let end: number | undefined;
    state.doc.descendants((node, position) => {
      if (node.marks.some((mark) => isReference(mark) && attrsOf(mark)['href'] === `#${note}`))
        end ??= position + node.nodeSize;
    });
    if (end === undefined) return false;
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, end)).scrollIntoView());
    return true;
  };
