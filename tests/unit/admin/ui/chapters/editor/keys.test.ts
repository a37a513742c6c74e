// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { showHtml } from '#src/admin/ui/chapters/editor/create-editor.ts';
import { toHtml } from '#src/admin/ui/chapters/editor/to-html.ts';
import { testEditor } from './test-editor.ts';

interface Keys {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

/** An editor with the cursor at the end of a text, and a keyboard. */
function opened(html = '') {
  const calls: string[] = [];
  const editor = testEditor(document.createElement('div'), {
    onUpdate: () => undefined,
    onBlur: () => undefined,
    focusToolbar: () => calls.push('toolbar'),
    openDialog: (inserted) => calls.push(inserted),
    clean: async (pasted) => pasted,
    upload: async () => ({}),
    onError: (message) => calls.push(message),
  });
  showHtml(editor, html);
  editor.commands.setTextSelection(editor.state.doc.content.size);
  const { view } = editor;
  return {
    editor,
    calls,
    html: () => toHtml(editor.state.doc),
    type(text: string) {
      for (const letter of text) {
        const { from, to } = view.state.selection;
        const insertion = () => view.state.tr.insertText(letter, from, to);
        const isHandled = view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, insertion));
        if (!isHandled) view.dispatch(insertion());
      }
    },
    /** @returns whether the editor handles the key, or the browser */
    press(key: string, { ctrl = false, alt = false, shift = false }: Keys = {}): boolean {
      const event = new KeyboardEvent('keydown', { key, ctrlKey: ctrl, altKey: alt, shiftKey: shift });
      return view.someProp('handleKeyDown', (handle) => handle(view, event)) === true;
    },
  };
}

describe('the keys of the chapter editor', () => {
  it('write headings, emphasis, scene breaks, quotations and verse', () => {
    const { type, press, html } = opened();
    press('2', { ctrl: true, alt: true });
    type('Storm');
    press('Enter');
    type('Rain ');
    press('i', { ctrl: true });
    type('fell');
    press('i', { ctrl: true });
    type(' & froze.');
    press('Enter');
    type('***One');
    press('Enter');
    press('9', { ctrl: true, shift: true });
    type('Quoted');
    press('Enter');
    press('Enter');
    press('v', { ctrl: true, alt: true });
    type('The sea');
    press('Enter');
    type('is wide');
    expect(html()).toBe(
      '<h2>Storm</h2>\n<p>Rain <em>fell</em> &amp; froze.</p>\n<hr />\n<p>One</p>\n<blockquote><p>Quoted</p></blockquote>\n' +
        '<p class="text-verse"><span class="text-line">The sea</span><br /><span class="text-line">is wide</span></p>',
    );
  });

  it('put a paragraph between a typed scene break and the note below', () => {
    const note = '<aside class="text-note"><p>Note.</p></aside>';
    const { editor, type, html } = opened(`<p>One.</p>\n<p></p>\n${note}`);
    editor.commands.setTextSelection(7);
    type('***Two.');
    expect(html()).toBe(`<p>One.</p>\n<hr />\n<p>Two.</p>\n${note}`);
  });

  it('leave asterisks within a paragraph as they are', () => {
    const { type, html } = opened('<p>One </p>');
    type('***');
    expect(html()).toBe('<p>One***</p>');
  });

  it('split a paragraph with its layout, but without its id', () => {
    const { editor, press, html } = opened('<p class="text-center" id="x">Centre</p>');
    editor.commands.setTextSelection(5);
    press('Enter');
    expect(html()).toBe('<p class="text-center" id="x">Cent</p>\n<p class="text-center">re</p>');
  });

  it('start an item in lists', () => {
    const { editor, type, press, html } = opened('<ul><li>One</li></ul>');
    editor.commands.setTextSelection(6);
    press('Enter');
    type('Two');
    expect(html()).toBe('<ul><li>One</li><li><p>Two</p></li></ul>');
  });

  it('undo and redo, but not beyond the text that was opened', () => {
    const { type, press, html } = opened('<p>One</p>');
    type('!');
    press('z', { ctrl: true });
    press('z', { ctrl: true });
    expect(html()).toBe('<p>One</p>');
    press('y', { ctrl: true });
    expect(html()).toBe('<p>One!</p>');
  });

  it('open a dialog for a link only if text is selected', () => {
    const { editor, press, calls } = opened('<p>One</p>');
    press('k', { ctrl: true });
    expect(calls).toEqual([]);
    editor.commands.setTextSelection({ from: 1, to: 4 });
    press('k', { ctrl: true });
    expect(calls).toEqual(['link']);
  });

  it('move to the toolbar, and leave Tab to the browser', () => {
    const { press, calls } = opened('<p>One</p>');
    expect(press('Tab')).toBe(false);
    expect(press('F10', { alt: true })).toBe(true);
    expect(calls).toEqual(['toolbar']);
  });
});
