import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';

interface Range {
  readonly from: number;
  readonly to: number;
}

type Pending = ReadonlyMap<number, Range>;

interface Change {
  readonly add?: { readonly id: number; readonly range: Range };
  readonly remove?: number;
}

const key = new PluginKey<Pending>('pendingPastes');

/**
 * Keeps the places of pastes that wait for the API, while the text around them is edited. Another text in the editor
 * starts without them.
 */
export const pendingPastesPlugin = (): Plugin =>
  new Plugin<Pending>({
    key,
    state: {
      init: () => new Map(),
      apply(tr, pending) {
        const change = tr.getMeta(key) as Change | undefined;
        if (!change && (pending.size === 0 || !tr.docChanged)) return pending;
        // Text that is typed at the place of a paste comes after it, but an earlier paste comes before it.
        const side = tr.getMeta('paste') === true ? 1 : -1;
        const mapped = new Map(
          Array.from(pending, ([id, { from, to }]) => [
            id,
            { from: tr.mapping.map(from, side), to: tr.mapping.map(to, from === to ? side : 1) },
          ]),
        );
        if (change?.add) mapped.set(change.add.id, change.add.range);
        if (change?.remove !== undefined) mapped.delete(change.remove);
        return mapped;
      },
    },
  });

let last = 0;

/** Remembers the selection as the place of a paste. @returns a transaction, and the id of the place */
export function addPending(state: EditorState) {
  last += 1;
  const { from, to } = state.selection;
  return { id: last, tr: state.tr.setMeta(key, { add: { id: last, range: { from, to } } } satisfies Change) };
}

/** Returns where a paste belongs now; undefined if the editor shows another text. */
export const pendingAt = (state: EditorState, id: number): Range | undefined => key.getState(state)?.get(id);

/** A transaction that forgets a place. */
export const removePending = (state: EditorState, id: number) => state.tr.setMeta(key, { remove: id } satisfies Change);
