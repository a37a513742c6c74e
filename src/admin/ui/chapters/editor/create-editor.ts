import { Editor } from '@tiptap/core';
import { clipboardPlugin, type PasteOptions } from './clipboard.ts';
import { stateOf } from './editor-state.ts';
import { fromHtml } from './from-html.ts';
import { type KeyOptions, Keys } from './keys.ts';
import { pendingPastesPlugin } from './pending-pastes.ts';
import { SCHEMA_EXTENSIONS } from './schema.ts';

interface EditorEvents extends PasteOptions, KeyOptions {
  readonly onUpdate: () => void;
  readonly onBlur: () => void;
}

/** Creates an empty editor. */
export function createEditor(
  element: HTMLElement,
  { onUpdate, onBlur, focusToolbar, openDialog, ...paste }: EditorEvents,
): Editor {
  const editor = new Editor({
    element,
    // `showHtml` shows a text, as nodes of the editor's own schema. Tiptap would parse HTML with the browser's parser,
    // which Trusted Types block, and drop nodes of another schema without an error.
    content: { type: 'doc', content: [{ type: 'p' }] },
    extensions: [...SCHEMA_EXTENSIONS, Keys.configure({ focusToolbar, openDialog })],
    // Tiptap would set its style sheet as HTML, which Trusted Types block. text-editor.css contains it.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'reader-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Chapter text',
        spellcheck: 'true',
      },
    },
    onUpdate,
    onBlur,
  });
  editor.registerPlugin(pendingPastesPlugin());
  editor.registerPlugin(clipboardPlugin(paste));
  return editor;
}

/**
 * Shows a text, and forgets the history of the previous one.
 * @returns what the editor would change; the text is not shown then
 */
export function showHtml(editor: Editor, html: string): string | undefined {
  const { doc, problem } = fromHtml(html, editor.schema);
  if (problem !== undefined) return problem;
  const { plugins, selection } = editor.state;
  editor.view.updateState(stateOf(doc, plugins, selection.from));
  return undefined;
}
