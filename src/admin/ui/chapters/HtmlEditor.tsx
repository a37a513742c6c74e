import { html } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import Box from '@mui/material/Box';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { cspNonce } from '../app/nonce.ts';
import { cleanHtml } from './clean-html.ts';
import { FormatBar } from './FormatBar.tsx';
import { onLines } from './on-lines.ts';

const LOOK = EditorView.theme({
  '&': { fontSize: '15px', minHeight: '420px', maxHeight: '70vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "Cascadia Code", Menlo, monospace',
    lineHeight: '1.6',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'currentColor', padding: '12px 0' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-gutters': { background: 'transparent', border: 'none', opacity: '0.75', color: 'inherit' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, currentColor 6%, transparent)' },
});

/** Markup differs from text in weight and style, not colour, so its contrast is sufficient in light and dark mode. */
const MARKUP = HighlightStyle.define([
  { tag: [tags.tagName, tags.character], fontWeight: '700' },
  { tag: [tags.attributeName, tags.attributeValue, tags.comment], fontStyle: 'italic' },
]);

interface Props {
  readonly value: string;
  readonly onChange: (html: string) => void;
}

/** Edits a chapter's HTML. Formatted text is sanitised by the API when pasted. */
export function HtmlEditor({ value, onChange }: Props) {
  const { host, view } = useEditor(value, onChange);
  return (
    <>
      <FormatBar view={view} />
      <Box ref={host} sx={{ bgcolor: 'background.paper' }} />
    </>
  );
}

function useEditor(value: string, onChange: (text: string) => void) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const notify = useNotify();
  const latestNotify = useRef(notify);
  latestNotify.current = notify;

  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      extensions: [
        syntaxHighlighting(MARKUP),
        basicSetup,
        html(),
        LOOK,
        EditorView.lineWrapping,
        EditorView.cspNonce.of(cspNonce()),
        EditorView.contentAttributes.of({
          'aria-label': 'Chapter text (HTML)',
          spellcheck: 'true',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latestOnChange.current(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ paste: (event, target) => pasteClean(event, target, latestNotify.current) }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    // The texts differ only after the form has loaded or reset the record: typing updates the form at once.
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return { host, view };
}

/** Sanitises pasted HTML with the API; leaves plain text to the editor. */
function pasteClean(
  event: ClipboardEvent,
  view: EditorView,
  notify: (text: string, options: { type: 'error' }) => void,
) {
  const pastedHtml = event.clipboardData?.getData('text/html') ?? '';
  if (pastedHtml === '') return false;
  event.preventDefault();
  cleanHtml(pastedHtml, 'clipboard').then(
    (clean) => view.dispatch(view.state.replaceSelection(onLines(clean))),
    (error: Error) => notify(`Could not paste: ${error.message}`, { type: 'error' }),
  );
  return true;
}
