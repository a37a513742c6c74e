import type { Node } from '@tiptap/pm/model';
import { liftListItem, sinkListItem, wrapInList } from '@tiptap/pm/schema-list';
import type { Command, EditorState } from '@tiptap/pm/state';
import { nodeType } from './blocks.ts';
import type { Attributes } from './html-tree.ts';

const LISTS = ['ul', 'ol'] as const;
export type ListKind = (typeof LISTS)[number];

/** Attributes that only numbered lists have. */
const NUMBERING = ['start', 'reversed', 'type'];

interface ListPlace {
  readonly kind: ListKind;
  readonly pos: number;
  readonly node: Node;
}

/** The innermost list around the selection. */
export function listAt({ selection: { $from, $to } }: EditorState): ListPlace | undefined {
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth -= 1) {
    const node = $from.node(depth);
    const kind = LISTS.find((name) => name === node.type.name);
    if (kind) return { kind, pos: $from.before(depth), node };
  }
  return undefined;
}

/** Puts the selected blocks into a list, takes them out of it, or turns one kind of list into the other. */
export const toggleList =
  (kind: ListKind): Command =>
  (state, dispatch) => {
    const list = listAt(state);
    if (!list) return wrapInList(nodeType(state, kind))(state, dispatch);
    if (list.kind === kind) return outdent(state, dispatch);
    const attrs = Object.fromEntries(
      Object.entries(list.node.attrs['attrs'] as Attributes).filter(([name]) => !NUMBERING.includes(name)),
    );
    dispatch?.(state.tr.setNodeMarkup(list.pos, nodeType(state, kind), { attrs }));
    return true;
  };

/** Makes the selected items part of the item above. */
export const indent: Command = (state, dispatch) => sinkListItem(nodeType(state, 'li'))(state, dispatch);

/** Moves the selected items out of their list: into the list around it, or to the text. */
export const outdent: Command = (state, dispatch) => liftListItem(nodeType(state, 'li'))(state, dispatch);
