import { html } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { useInput, useNotify } from 'react-admin';
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

/** Markup is told from text by its weight: the ink of the text has the contrast that it needs by day and by night. */
const MARKUP = HighlightStyle.define([
  { tag: [tags.tagName, tags.character], fontWeight: '700' },
  { tag: [tags.attributeName, tags.attributeValue, tags.comment], fontStyle: 'italic' },
]);

/** The HTML of a chapter, as it is kept. What is pasted from a word processor or a page is cleaned by the API first. */
export function HtmlInput({ source }: { source: string }) {
  const { field, fieldState } = useInput({ source, defaultValue: '' });
  const { host, view } = useEditor(field.value ?? '', field.onChange);
  return (
    <Box sx={{ width: '100%' }}>
      <Typography id="html-label" variant="subtitle2" component="h2" sx={{ mb: 0.5 }}>
        Text, as HTML
      </Typography>
      <Box
        sx={{
          border: 1,
          borderColor: fieldState.invalid ? 'error.main' : 'divider',
          borderRadius: 1,
          overflow: 'hidden',
        }}
      >
        <FormatBar view={view} />
        <Box ref={host} sx={{ bgcolor: 'background.paper' }} />
      </Box>
      <FormHelperText error={fieldState.invalid}>
        {fieldState.error?.message ?? 'Paragraphs are <p>…</p>. Escape, then Tab leaves the field.'}
      </FormHelperText>
    </Box>
  );
}

function useEditor(value: string, onChange: (text: string) => void) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const notify = useNotify();
  const say = useRef(notify);
  say.current = notify;

  useEffect(() => {
    if (!host.current) return;
    const made = new EditorView({
      parent: host.current,
      extensions: [
        syntaxHighlighting(MARKUP),
        basicSetup,
        html(),
        LOOK,
        EditorView.lineWrapping,
        EditorView.cspNonce.of(cspNonce()),
        EditorView.contentAttributes.of({
          'aria-label': 'Text of the chapter, as HTML',
          spellcheck: 'true',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ paste: (event, target) => pasteClean(event, target, say.current) }),
      ],
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const now = view.current;
    // Typing has told the form already; what comes from the form is a record that was loaded or reset.
    if (now && now.state.doc.toString() !== value)
      now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } });
  }, [value]);

  return { host, view };
}

/** Takes formatted text through the API's sanitiser; plain text is pasted as it is. */
function pasteClean(
  event: ClipboardEvent,
  view: EditorView,
  notify: (text: string, options: { type: 'error' }) => void,
) {
  const copied = event.clipboardData?.getData('text/html') ?? '';
  if (copied === '') return false;
  event.preventDefault();
  cleanHtml(copied).then(
    (clean) => view.dispatch(view.state.replaceSelection(onLines(clean))),
    (error: Error) => notify(`Nothing was pasted: ${error.message}`, { type: 'error' }),
  );
  return true;
}
