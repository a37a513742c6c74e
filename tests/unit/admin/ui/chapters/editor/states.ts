import { stateOf } from '#src/admin/ui/chapters/editor/editor-state.ts';
import { fromHtml } from '#src/admin/ui/chapters/editor/from-html.ts';
import { chapterSchema } from '#src/admin/ui/chapters/editor/schema.ts';
import { toHtml } from '#src/admin/ui/chapters/editor/to-html.ts';
import type { enterInVerse } from '#src/admin/ui/chapters/editor/verse.ts';

export const schema = chapterSchema();

type State = ReturnType<typeof stateOf>;
type Command = typeof enterInVerse;

/** A state with `from` to `to` of the text selected; without `to`, the cursor is at `from`. */
export function opened(html: string, from: number, to = from): State {
  const state = stateOf(fromHtml(html, schema).doc, [], from);
  const { constructor: Selection } = state.selection as unknown as {
    constructor: { create(doc: State['doc'], from: number, to: number): State['selection'] };
  };
  return state.apply(state.tr.setSelection(Selection.create(state.doc, from, to)));
}

export function run(state: State, ...commands: Command[]): State {
  return commands.reduce((current, command) => {
    let next = current;
    command(current, (tr) => {
      next = current.apply(tr);
    });
    next.doc.check();
    return next;
  }, state);
}

export const typed = (state: State, text: string): State => state.apply(state.tr.insertText(text));
export const htmlOf = (state: State) => toHtml(state.doc);
