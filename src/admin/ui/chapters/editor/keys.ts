import { Extension, InputRule } from '@tiptap/core';
import { splitBlock } from '@tiptap/pm/commands';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { history, redo, undo } from '@tiptap/pm/history';
import { type Command, Plugin } from '@tiptap/pm/state';
import { insertSceneBreak, setAlignment, setTextBlock, toggleQuotation } from './blocks.ts';
import type { Attributes } from './html-tree.ts';
import { canInsert, type Inserted } from './links.ts';
import { indent, outdent, toggleList } from './lists.ts';
import { clearFormats, marksForTyping, toggleFormat } from './marks.ts';
import { insertNote } from './notes.ts';
import { BARE } from './schema.ts';
import { insertTable } from './tables.ts';
import { enterInVerse, toggleVerse } from './verse.ts';

/** Every command that has a key, by the key. `Mod` is Ctrl, or Command on a Mac. */
const KEYS: Readonly<Record<string, Command>> = {
  'Mod-z': undo,
  'Mod-Shift-z': redo,
  'Mod-y': redo,
  'Mod-i': toggleFormat({ tag: 'em', alias: 'i' }),
  'Mod-b': toggleFormat({ tag: 'strong', alias: 'b' }),
  'Mod-Shift-x': toggleFormat({ tag: 's' }),
  'Mod-.': toggleFormat({ tag: 'sup' }),
  'Mod-,': toggleFormat({ tag: 'sub' }),
  'Mod-\\': clearFormats,
  'Mod-Alt-0': setTextBlock('p'),
  'Mod-Alt-2': setTextBlock('h2'),
  'Mod-Alt-3': setTextBlock('h3'),
  'Mod-Alt-4': setTextBlock('h4'),
  'Mod-Alt-v': toggleVerse,
  'Mod-Shift-9': toggleQuotation('quotation'),
  'Mod-Alt-9': toggleQuotation('letter'),
  'Mod-Shift-8': toggleList('ul'),
  'Mod-Shift-7': toggleList('ol'),
  'Mod-]': indent,
  'Mod-[': outdent,
  'Mod-Alt-t': insertTable,
  'Mod-Enter': insertSceneBreak,
  'Mod-Alt-n': insertNote,
  'Mod-Shift-l': setAlignment(undefined),
  'Mod-Shift-e': setAlignment('text-center'),
  'Mod-Shift-r': setAlignment('text-end'),
};

/** Matches a scene break, typed as a whole paragraph. */
const SCENE_BREAK = /^(?:\*\*\*|---|\* \* \*)$/;

export interface KeyOptions {
  readonly focusToolbar: () => void;
  readonly openDialog: (inserted: Inserted) => void;
}

const DIALOG_KEYS: Readonly<Record<string, Inserted>> = {
  'Mod-k': 'link',
  'Mod-Alt-r': 'reading',
  'Mod-Alt-i': 'picture',
};

/** Keys of the editor. Tab stays with the browser, so that the keyboard can leave the text. */
export const Keys = Extension.create<KeyOptions>({
  name: 'keys',
  addOptions: () => ({ focusToolbar: () => undefined, openDialog: () => undefined }),

  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch);
    return {
      ...Object.fromEntries(Object.entries(KEYS).map(([key, command]) => [key, run(command)])),
      ...Object.fromEntries(
        Object.entries(DIALOG_KEYS).map(([key, inserted]) => [
          key,
          () => {
            if (canInsert(inserted, this.editor.state)) this.options.openDialog(inserted);
            return true;
          },
        ]),
      ),
      Enter: () => run(enterInVerse)() || this.editor.commands.splitListItem('li') || run(splitWithLayout)(),
      'Shift-Enter': run(insertLineBreak),
      'Alt-F10': () => {
        this.options.focusToolbar();
        return true;
      },
    };
  },

  addInputRules: () => [
    new InputRule({
      find: SCENE_BREAK,
      handler({ state, range }) {
        const { $from } = state.selection;
        const isWhole = $from.parent.type.name === 'p' && range.to === $from.end();
        if (!isWhole) return null;
        state.tr.delete(range.from, range.to);
        return insertSceneBreak(state, () => undefined) ? undefined : null;
      },
    }),
  ],

  addProseMirrorPlugins: () => [
    history(),
    gapCursor(),
    new Plugin({
      appendTransaction(transactions, _before, state) {
        if (
          !transactions.some(
            ({ selectionSet, docChanged, storedMarksSet }) => selectionSet || docChanged || storedMarksSet,
          )
        )
          return null;
        const marks = marksForTyping(state);
        return marks ? state.tr.setStoredMarks(marks) : null;
      },
    }),
  ],
});

/** Splits a paragraph. Both parts keep its layout, but only the first one keeps its id. */
const splitWithLayout: Command = (state, dispatch) => {
  const source = state.selection.$from.parent;
  const hasLayout = source.type.name === 'p' || source.type.name === BARE;
  if (!hasLayout || source.content.size === 0) return false;
  return splitBlock(
    state,
    dispatch &&
      ((tr) => {
        const { $from } = tr.selection;
        const { id: _id, ...attrs } = (source.attrs['attrs'] ?? {}) as Attributes;
        if ($from.parent.type === source.type && source.type.name !== BARE)
          tr.setNodeMarkup($from.before(), null, { attrs });
        dispatch(tr);
      }),
  );
};

const insertLineBreak: Command = (state, dispatch) => {
  const br = state.schema.nodes['br'];
  if (!br || !state.selection.$from.parent.isTextblock) return false;
  dispatch?.(state.tr.replaceSelectionWith(br.create(), false).scrollIntoView());
  return true;
};
