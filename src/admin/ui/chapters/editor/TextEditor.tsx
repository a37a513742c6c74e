import './text-editor.css';
import { useTheme } from '@mui/material/styles';
import type { Editor } from '@tiptap/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { cleanHtml } from '../clean-html.ts';
import { paint } from '../reader-colours.ts';
import { createEditor, showHtml } from './create-editor.ts';
import { delayed } from './delayed.ts';
import { EditorToolbar } from './EditorToolbar.tsx';
import { wordCount } from './editor-state.ts';
import type { Inserted } from './links.ts';
import { toHtml } from './to-html.ts';
import { uploadPicture } from './upload-picture.ts';
import { WordCount } from './WordCount.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (html: string) => void;
  /** Is called instead of showing a text of which something would be lost. */
  readonly onProblem: (problem: string) => void;
}

/** Edits a chapter as rich text, in the typography of the reader. */
export function TextEditor({ value, onChange, onProblem }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const { palette } = useTheme();
  const [words, setWords] = useState(0);
  const [dialog, setDialog] = useState<Inserted>();
  const { host, editor } = useEditor({ value, onChange, onProblem, onWords: setWords, onDialog: setDialog, toolbar });
  useLayoutEffect(() => {
    if (page.current) paint(page.current, palette.mode === 'light' ? 'day' : 'night');
  }, [palette.mode]);
  return (
    <>
      {editor && <EditorToolbar editor={editor} toolbar={toolbar} dialog={dialog} onDialog={setDialog} />}
      <div className="reader-page chapter-editor" ref={page}>
        <div className="reader" ref={host} />
      </div>
      <WordCount words={words} />
    </>
  );
}

interface Options extends Props {
  readonly onWords: (words: number) => void;
  readonly onDialog: (dialog: Inserted) => void;
  readonly toolbar: { readonly current: HTMLDivElement | null };
}

function useEditor({ value, onChange, onProblem, onWords, onDialog, toolbar }: Options) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const notify = useNotify();
  /** The HTML of the document in the editor. */
  const shown = useRef<string>(undefined);

  const changed = useEffectEvent((current: Editor) => {
    const html = toHtml(current.state.doc);
    shown.current = html;
    onWords(wordCount(current.state.doc));
    onChange(html);
  });
  const failed = useEffectEvent((message: string) => notify(message, { type: 'warning' }));

  useEffect(() => {
    if (!host.current) return;
    // The form, its draft and the preview take longer than a key may take in a long chapter.
    const update = delayed(() => changed(created));
    const created = createEditor(host.current, {
      onUpdate: update.schedule,
      onBlur: update.flush,
      openDialog: onDialog,
      focusToolbar: () => focusFirst(toolbar.current),
      clean: (html) => cleanHtml(html, 'clipboard'),
      upload: async (picture) => ({ ...(await uploadPicture(picture)) }),
      onError: (message) => failed(message),
    });
    setEditor(created);
    // Runs before the form stores its draft.
    addEventListener('pagehide', update.flush, { capture: true });
    return () => {
      removeEventListener('pagehide', update.flush, { capture: true });
      update.flush();
      shown.current = undefined;
      setEditor(undefined);
      created.destroy();
    };
  }, [toolbar, onDialog]);

  const show = useEffectEvent((current: Editor) => {
    // The values differ only after the form has loaded or reset the record: typing updates them together.
    if (value === shown.current) return;
    const problem = showHtml(current, value);
    if (problem !== undefined) return onProblem(problem);
    shown.current = value;
    onWords(wordCount(current.state.doc));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each value
  useEffect(() => {
    if (editor) show(editor);
  }, [editor, value]);

  return { host, editor };
}

const focusFirst = (toolbar: HTMLElement | null): void =>
  toolbar?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
