import type { Mark, Node, ResolvedPos } from '@tiptap/pm/model';
import type { Command, EditorState, Transaction } from '@tiptap/pm/state';
import type { Attributes } from './html-tree.ts';
import { INLINE } from './schema.ts';

/** Inline markup that a person can apply to text. */
export interface Format {
  /** Element that is added. */
  readonly tag: string;
  /** Class of the element. */
  readonly className?: string;
  /** Another element with the same meaning. */
  readonly alias?: string;
}

const classesOf = (mark: Mark): readonly string[] => ((mark.attrs['attrs'] as Attributes)['class'] ?? '').split(' ');

const isOfFormat =
  ({ tag, className, alias }: Format) =>
  (mark: Mark): boolean =>
    className === undefined
      ? mark.attrs['tag'] === tag || mark.attrs['tag'] === alias
      : mark.type.name === INLINE && classesOf(mark).includes(className);

/** Whether the selected text, or the text that is typed next, has a format. */
export function hasFormat(state: EditorState, format: Format): boolean {
  const matches = isOfFormat(format);
  const { from, to, empty, $from } = state.selection;
  if (empty) return (state.storedMarks ?? $from.marks()).some(matches);
  let hasText = false;
  let isEverywhere = true;
  state.doc.nodesBetween(from, to, (node) => {
    if (!isEverywhere || !node.isText) return isEverywhere;
    hasText = true;
    isEverywhere = node.marks.some(matches);
    return false;
  });
  return hasText && isEverywhere;
}

/** Adds a format to the selected text, or removes it if all of the text has it. */
export const toggleFormat =
  (format: Format): Command =>
  (state, dispatch) => {
    const { from, to, empty, $from } = state.selection;
    const isOn = hasFormat(state, format);
    const { tr } = state;
    if (empty) {
      const marks = without(state.storedMarks ?? $from.marks(), format);
      tr.setStoredMarks(isOn ? marks : [...marks, markOf(state, format)]);
    } else {
      removeFormat(tr, state.doc, format);
      if (!isOn) tr.addMark(from, to, markOf(state, format));
    }
    dispatch?.(tr);
    return true;
  };

/** Removes all inline markup from the selected text, except ruby and lines of verse. */
export const clearFormats: Command = (state, dispatch) => {
  const { from, to } = state.selection;
  const { tr } = state;
  state.doc.nodesBetween(from, to, (node, pos) => {
    for (const mark of node.marks.filter((candidate) => !isKept(candidate)))
      tr.removeMark(Math.max(from, pos), Math.min(to, pos + node.nodeSize), mark);
  });
  dispatch?.(tr.setStoredMarks([]));
  return true;
};

const isKept = (mark: Mark) =>
  ['ruby', 'rt', 'rp'].includes(mark.attrs['tag']) || isOfFormat({ tag: 'span', className: 'text-line' })(mark);

const markOf = (state: EditorState, { tag, className }: Format): Mark =>
  state.schema.mark(INLINE, { tag, attrs: className === undefined ? {} : { class: className } });

const without = (marks: readonly Mark[], format: Format): Mark[] =>
  marks.flatMap((mark) => (isOfFormat(format)(mark) ? withoutClass(mark, format) : [mark]));

/** What remains of a mark: it may have other classes or attributes. */
function withoutClass(mark: Mark, { className }: Format): Mark[] {
  if (className === undefined) return [];
  const { class: _class, ...others } = mark.attrs['attrs'] as Attributes;
  const classes = classesOf(mark).filter((name) => name !== className);
  const attrs = { ...others, ...(classes.length > 0 ? { class: classes.join(' ') } : {}) };
  const isNeeded = mark.attrs['tag'] !== 'span' || Object.keys(attrs).length > 0;
  return isNeeded ? [mark.type.create({ ...mark.attrs, attrs })] : [];
}

function removeFormat(tr: Transaction, doc: Node, format: Format): void {
  const { from, to } = tr.selection;
  doc.nodesBetween(from, to, (node, pos) => {
    const start = Math.max(from, pos);
    const end = Math.min(to, pos + node.nodeSize);
    for (const mark of node.marks.filter(isOfFormat(format))) {
      tr.removeMark(start, end, mark);
      for (const rest of withoutClass(mark, format)) tr.addMark(start, end, rest);
    }
  });
}

/** Elements that typed text at their end does not continue. */
const CLOSED_TAGS: readonly string[] = ['a', 'ruby', 'rt', 'rp'];

const LINE: Format = { tag: 'span', className: 'text-line' };

/** The marks of the text that is typed next; undefined if ProseMirror's are right. */
export function marksForTyping(state: EditorState): readonly Mark[] | undefined {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock) return undefined;
  const current = state.storedMarks ?? $from.marks();
  const open = state.storedMarks ? current : current.filter((mark) => isInside($from, mark));
  const isVerse = classNamesOf($from.parent).includes('text-verse');
  const marks = isVerse && !open.some(isOfFormat(LINE)) ? [markOf(state, LINE), ...open] : open;
  return marks.length === current.length ? undefined : marks;
}

const isInside = ($pos: ResolvedPos, mark: Mark): boolean =>
  !CLOSED_TAGS.includes(mark.attrs['tag']) ||
  (mark.isInSet($pos.nodeBefore?.marks ?? []) && mark.isInSet($pos.nodeAfter?.marks ?? []));

/** The classes of a block. */
export const classNamesOf = (node: Node): readonly string[] =>
  ((node.attrs['attrs'] as Attributes | undefined)?.['class'] ?? '').split(' ').filter((name) => name !== '');
