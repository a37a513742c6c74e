import type { Mark, Node } from '@tiptap/pm/model';
import type { Command, EditorState } from '@tiptap/pm/state';
import type { Attributes } from './html-tree.ts';
import { INLINE } from './schema.ts';

/** Addresses that the API keeps: another site, a chapter of the book, or a place in the chapter. */
const ADDRESS = /^(?:https:\/\/[^\s"'<>\\]+|chapter:\d{1,15}(?:#[\w-]+)?|#[\w-]+)$/;

export const isAddress = (text: string): boolean => ADDRESS.test(text);

interface Stretch {
  readonly mark: Mark;
  readonly from: number;
  readonly to: number;
}

/** The element of inline markup around the cursor or selection, with all of its text. */
function stretchAt(state: EditorState, tag: string): Stretch | undefined {
  const { $from, from, to } = state.selection;
  if (!$from.parent.isTextblock) return undefined;
  const parts: { from: number; to: number; node: Node }[] = [];
  $from.parent.forEach((node, offset) => {
    const start = $from.start() + offset;
    parts.push({ from: start, to: start + node.nodeSize, node });
  });
  const at = parts.findIndex((part) => part.from <= from && part.to >= to && markOf(part.node, tag));
  const mark = parts[at] && markOf(parts[at].node, tag);
  if (!mark) return undefined;
  const hasMark = (index: number) => parts[index] !== undefined && mark.isInSet(parts[index].node.marks);
  let [first, last] = [at, at];
  while (hasMark(first - 1)) first -= 1;
  while (hasMark(last + 1)) last += 1;
  return { mark, from: parts[first]?.from ?? from, to: parts[last]?.to ?? to };
}

const markOf = (node: Node, tag: string): Mark | undefined => node.marks.find((mark) => mark.attrs['tag'] === tag);

/** The address of the link at the cursor. */
export const linkAt = (state: EditorState): string | undefined =>
  (stretchAt(state, 'a')?.mark.attrs['attrs'] as Attributes | undefined)?.['href'];

/** Links the selected text, changes the address of the link at the cursor, or removes the link if it is empty. */
export const setLink =
  (address: string): Command =>
  (state, dispatch) => {
    const { tr, selection, schema } = state;
    const link = stretchAt(state, 'a');
    const { from, to } = link ?? selection;
    if (from === to) return false;
    const rel: Attributes = address.startsWith('https:') ? { rel: 'nofollow noopener external' } : {};
    const { href: _href, rel: _rel, ...others } = (link?.mark.attrs['attrs'] ?? {}) as Attributes;
    if (link) tr.removeMark(from, to, link.mark);
    const isNeeded = address !== '' || Object.keys(others).length > 0;
    const attrs: Attributes = address === '' ? others : { ...others, href: address, ...rel };
    if (isNeeded) tr.addMark(from, to, schema.mark(INLINE, { tag: 'a', attrs }));
    dispatch?.(tr);
    return true;
  };

/** The reading of the ruby at the cursor. */
export function readingAt(state: EditorState): string | undefined {
  const ruby = stretchAt(state, 'ruby');
  if (!ruby) return undefined;
  let reading = '';
  state.doc.nodesBetween(ruby.from, ruby.to, (node) => {
    if (node.isText && markOf(node, 'rt')) reading += node.text;
  });
  return reading;
}

/** Adds a reading to the selected text, changes the one at the cursor, or removes it if it is empty. */
export const setReading =
  (reading: string): Command =>
  (state, dispatch) => {
    const { tr, selection, schema } = state;
    const existing = stretchAt(state, 'ruby');
    const { from, to } = existing ?? selection;
    if (from === to || !selection.$from.sameParent(selection.$to)) return false;
    const base: Node[] = [];
    state.doc.slice(from, to).content.forEach((node) => {
      if (!markOf(node, 'rt') && !markOf(node, 'rp')) base.push(node.mark(withoutRuby(node)));
    });
    const ruby = schema.mark(INLINE, { tag: 'ruby', n: freeNumber(state, from, to) });
    const rt = schema.mark(INLINE, { tag: 'rt' });
    const content =
      reading === ''
        ? base
        : [
            ...base.map((node) => node.mark([...node.marks, ruby])),
            schema.text(reading, [...(base.at(-1)?.marks ?? []), ruby, rt]),
          ];
    dispatch?.(tr.replaceWith(from, to, content));
    return true;
  };

const withoutRuby = (node: Node): readonly Mark[] => node.marks.filter((mark) => mark.attrs['tag'] !== 'ruby');

/** A number that distinguishes a ruby from its neighbours, which would otherwise become one with it. */
function freeNumber(state: EditorState, from: number, to: number): number {
  const neighbours = [state.doc.resolve(from).nodeBefore, state.doc.resolve(to).nodeAfter];
  const taken = neighbours.flatMap((node) => (node ? (markOf(node, 'ruby')?.attrs['n'] ?? []) : []));
  return [0, 1, 2].find((number) => !taken.includes(number)) ?? 0;
}

/** What a dialog of the toolbar inserts. */
export type Inserted = 'link' | 'reading' | 'picture';

/** Whether a dialog applies to the selection: links and readings need text. */
export const canInsert = (inserted: Inserted, state: EditorState): boolean =>
  inserted === 'picture' ||
  !state.selection.empty ||
  (inserted === 'link' ? linkAt(state) : readingAt(state)) !== undefined;
