// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { readSlice, SLICE_TYPE } from '#src/admin/ui/chapters/editor/copied-slice.ts';
import { showHtml } from '#src/admin/ui/chapters/editor/create-editor.ts';
import { toHtml } from '#src/admin/ui/chapters/editor/to-html.ts';
import { opened as stateOf } from './states.ts';
import { testEditor } from './test-editor.ts';

interface Pasted {
  readonly html?: string;
  readonly own?: string;
  readonly files?: readonly File[];
}

const PICTURE = new File(['x'], 'a.png', { type: 'image/png' });

/** An editor whose API answers when the test says so. */
function opened(html: string, at: number) {
  const messages: string[] = [];
  const waiting: ((html: string) => void)[] = [];
  const editor = testEditor(document.createElement('div'), {
    onUpdate: () => undefined,
    onBlur: () => undefined,
    focusToolbar: () => undefined,
    openDialog: () => undefined,
    clean: (pasted) => new Promise((resolve) => waiting.push((cleaned) => resolve(cleaned || pasted))),
    upload: async ({ name }) => ({ src: `/media/pictures/${name}`, alt: '' }),
    onError: (message) => messages.push(message),
  });
  showHtml(editor, html);
  editor.commands.setTextSelection(at);
  const { view } = editor;
  const send = (type: 'paste' | 'drop', { html: content = '', own = '', files = [] }: Pasted) => {
    const data: Record<string, string> = { 'text/html': content, [SLICE_TYPE]: own };
    const event = new Event(type, { cancelable: true });
    Object.assign(event, {
      [type === 'paste' ? 'clipboardData' : 'dataTransfer']: { getData: (name: string) => data[name] ?? '', files },
    });
    view.someProp('handleDOMEvents', (handlers) => handlers[type]?.(view, event as never));
    return event;
  };
  return {
    editor,
    messages,
    html: () => toHtml(editor.state.doc),
    paste: (pasted: Pasted) => send('paste', pasted),
    drop: (pasted: Pasted) => send('drop', pasted),
    /** The API answers the oldest call. */
    answer: async (cleaned = '') => {
      waiting.shift()?.(cleaned);
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('pasted HTML', () => {
  it('is inserted where it was pasted, while the cursor stays with what was typed meanwhile', async () => {
    const { editor, paste, answer, html } = opened('<p>One</p>\n<p>Two</p>', 4);
    paste({ html: '<p>pasted</p>' });
    editor.commands.insertContentAt(8, { type: 'text', text: 'typed' });
    editor.commands.setTextSelection(13);
    await answer();
    editor.view.dispatch(editor.state.tr.insertText('!'));
    expect(html()).toBe('<p>Onepasted</p>\n<p>Twtyped!o</p>');
  });

  it('keeps the order of two pastes in the same place', async () => {
    const { paste, answer, html } = opened('<p>One</p>', 4);
    paste({ html: 'a' });
    paste({ html: 'b' });
    await answer();
    await answer();
    expect(html()).toBe('<p>Oneab</p>');
  });

  it('never ends up in another chapter', async () => {
    const { editor, paste, answer, html, messages } = opened('<p>One</p>', 4);
    paste({ html: '<p>pasted</p>' });
    showHtml(editor, '<p>Another chapter</p>');
    await answer();
    expect(html()).toBe('<p>Another chapter</p>');
    expect(messages).toEqual(['The text was replaced before it could be pasted. Paste again.']);
  });

  it('is undone in one step', async () => {
    const { editor, paste, answer, html } = opened('<p>One</p>', 4);
    paste({ html: '<p>a</p><p>b</p>' });
    await answer();
    const undo = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true });
    editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, undo));
    expect(html()).toBe('<p>One</p>');
  });

  it('says so if its pictures are missing', async () => {
    const { paste, answer, messages } = opened('<p>One</p>', 4);
    paste({ html: '<p>a</p><img src="file:///C:/a.png"><IMG src="x">' });
    await answer('<p>a</p>');
    expect(messages).toEqual(['The pictures were not pasted. Add them with the Picture button.']);
  });

  it('says so if the API refuses it, and changes nothing', async () => {
    const { editor, html, messages } = opened('<p>One</p>', 4);
    const failing = testEditor(document.createElement('div'), {
      onUpdate: () => undefined,
      onBlur: () => undefined,
      focusToolbar: () => undefined,
      openDialog: () => undefined,
      clean: () => Promise.reject(new Error('too long')),
      upload: () => Promise.reject(new Error('too large')),
      onError: (message) => messages.push(message),
    });
    for (const data of [{ 'text/html': '<p>x</p>' }, {}]) {
      const event = new Event('paste', { cancelable: true });
      const files = 'text/html' in data ? [] : [PICTURE];
      const getData = (name: string) => (data as Record<string, string>)[name] ?? '';
      Object.assign(event, { clipboardData: { getData, files } });
      failing.view.someProp('handleDOMEvents', (handlers) => handlers.paste?.(failing.view, event as never));
      await settled();
    }
    expect(messages).toEqual(['Could not paste: too long', 'Could not add the picture: too large']);
    expect(html()).toBe('<p>One</p>');
    expect(editor.isDestroyed).toBe(false);
  });
});

describe('a pasted or dropped file', () => {
  const FIGURE = '<figure><img src="/media/pictures/a.png" alt="" /></figure>';

  it('is stored and added below the paragraph if it is a picture', async () => {
    const { paste, drop, html } = opened('<p>One</p>\n<p>Two</p>', 2);
    expect(paste({ files: [PICTURE] }).defaultPrevented).toBe(true);
    await settled();
    expect(html()).toBe(`<p>One</p>\n${FIGURE}\n<p>Two</p>`);
    expect(drop({ files: [PICTURE] }).defaultPrevented).toBe(true);
    await settled();
    expect(html().split(FIGURE)).toHaveLength(3);
  });

  it('replaces HTML that only contains the address of the picture', async () => {
    const { paste, answer, html, messages } = opened('<p>One</p>', 2);
    paste({ html: '<img src="https://example.org/a.png">', files: [PICTURE] });
    await answer(' ');
    expect(html()).toBe(`<p>One</p>\n${FIGURE}`);
    expect(messages).toEqual([]);
  });

  it('is refused if it is no picture, instead of being opened by the browser', () => {
    const { drop, messages, html } = opened('<p>One</p>', 2);
    const event = drop({ files: [new File(['x'], 'a.docx', { type: 'application/zip' })] });
    expect(event.defaultPrevented).toBe(true);
    expect(messages).toEqual(['Only pictures can be dropped into the text. To add a document, use Import.']);
    expect(html()).toBe('<p>One</p>');
  });
});

describe('a copied slice', () => {
  const { schema } = stateOf('<p>One</p>', 1);
  const slice = (...content: object[]) => JSON.stringify({ content });
  const paragraph = (...content: object[]) => ({ type: 'p', attrs: { attrs: {} }, content });
  const text = (mark: object) => ({ type: 'text', text: 'x', marks: [{ type: 'inline', attrs: mark }] });

  it('is pasted as it was copied', () => {
    const own = JSON.stringify(stateOf('<p>One <em>two</em></p>', 3, 8).selection.content().toJSON());
    const { paste, html } = opened('<p>Zero</p>', 5);
    paste({ own });
    expect(html()).toBe('<p>Zeroe <em>two</em></p>');
  });

  it.each([
    ['is not JSON', '{'],
    ['has an unknown element', slice({ type: 'script' })],
    [
      'has an attribute that runs code',
      slice(paragraph({ type: 'img', attrs: { attrs: { src: 'x', onerror: 'a()' } } })),
    ],
    ['has markup that chapters do not contain', slice(paragraph(text({ tag: 'iframe', attrs: {} })))],
    ['has an attribute that is no text', slice(paragraph(text({ tag: 'a', attrs: { href: {} } })))],
    ['has attributes that are no object', slice(paragraph(text({ tag: 'a', attrs: 'href' })))],
    ['has an invalid name of an attribute', slice(paragraph(text({ tag: 'a', attrs: { 'a b': 'c' } })))],
  ])('is ignored if it %s', (_, json) => {
    expect(readSlice(json, schema)).toBeUndefined();
  });

  it('is replaced by its HTML, which the API cleans, if it is ignored', async () => {
    const { paste, answer, html } = opened('<p>One</p>', 4);
    paste({ own: slice({ type: 'script' }), html: '<p> two</p>' });
    await answer('two');
    expect(html()).toBe('<p>Onetwo</p>');
  });
});
