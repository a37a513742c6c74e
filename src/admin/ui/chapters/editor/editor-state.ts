import { redoDepth, undoDepth } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { EditorState, type Plugin, Selection } from '@tiptap/pm/state';
import { countWords } from '../../../../lib/count-words.ts';
import { ALIGNMENTS, type Alignment, type Quotation, quotationAt } from './blocks.ts';
import { FORMATS, type FormatName } from './formats.ts';
import { linkAt, readingAt } from './links.ts';
import { type ListKind, listAt } from './lists.ts';
import { classNamesOf, hasFormat } from './marks.ts';
import { noteAt } from './notes.ts';
import { pictureAt } from './pictures.ts';
import { tableAt } from './tables.ts';
import { isVerse } from './verse.ts';

/** The state of an editor that shows another document, without a history. The cursor stays near its position. */
export const stateOf = (doc: Node, plugins: readonly Plugin[], position: number): EditorState =>
  EditorState.create({
    doc,
    plugins,
    selection: Selection.near(doc.resolve(Math.min(position, doc.content.size))),
  });

/** What the toolbar shows. */
export interface ToolbarState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Element of the block at the cursor, or `verse`. */
  readonly block: string;
  readonly alignment: Alignment | undefined;
  readonly quotation: Quotation | undefined;
  readonly formats: readonly FormatName[];
  /** The innermost list at the cursor. */
  readonly list: ListKind | undefined;
  /** `fixed` if only the table as a whole can be changed; undefined outside of tables. */
  readonly table: 'regular' | 'fixed' | undefined;
  readonly inserts: InsertState;
}

export interface InsertState {
  readonly isInNote: boolean;
  readonly isLink: boolean;
  readonly isRuby: boolean;
  readonly isPicture: boolean;
  /** Whether text is selected that can become a link or get a reading. */
  readonly hasSelection: boolean;
}

export function toolbarState(state: EditorState): ToolbarState {
  const { parent } = state.selection.$from;
  return {
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    block: isVerse(parent) ? 'verse' : parent.type.name,
    alignment: ALIGNMENTS.find((name) => classNamesOf(parent).includes(name)),
    quotation: quotationAt(state)?.kind,
    formats: FORMATS.filter((format) => hasFormat(state, format)).map(({ name }) => name),
    list: listAt(state)?.kind,
    table: tableState(state),
    inserts: {
      isInNote: noteAt(state) !== undefined,
      isLink: linkAt(state) !== undefined,
      isRuby: readingAt(state) !== undefined,
      isPicture: pictureAt(state) !== undefined,
      hasSelection: !state.selection.empty,
    },
  };
}

function tableState(state: EditorState): ToolbarState['table'] {
  const place = tableAt(state);
  return place && (place.isRegular ? 'regular' : 'fixed');
}

/** Number of words of each block. Only changed blocks are counted again. */
const wordsOf = new WeakMap<Node, number>();

/** Counts words as the API does. */
export function wordCount(doc: Node): number {
  let total = 0;
  doc.forEach((block) => {
    const words = wordsOf.get(block) ?? countWords(block.textContent);
    wordsOf.set(block, words);
    total += words;
  });
  return total;
}
