// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $editedMark } from '#src/features/reader/marks/state.ts';
import { type ClickTarget, listenForTextClicks, setMarkAt } from '#src/features/reader/text/clicks.ts';
import { chapterHtml, hrefOf, showChapters } from '../island/chapters.ts';

const opened: ClickTarget[] = [];
let stop = () => {};
let selected = false;

beforeEach(() => {
  showChapters(
    chapterHtml(
      41,
      `<p>See <a id="inside" href="${hrefOf(43)}#top"><em>there</em></a>, <a id="outside" href="/genres">or</a>.</p>
       <p id="text">Text <img alt="A sea." tabindex="0"></p>`,
    ),
  );
  document.body.insertAdjacentHTML('beforeend', '<footer><img id="logo" alt=""></footer>');
  opened.length = 0;
  selected = false;
  vi.stubGlobal('getSelection', () => ({ isCollapsed: !selected }));
  stop = listenForTextClicks((target) => void opened.push(target));
});
afterEach(() => {
  stop();
  setMarkAt(undefined);
  $editedMark.set(null);
});

const find = (selector: string) => document.querySelector(selector) as HTMLElement;

/** Clicks an element. @returns what was opened, and whether the browser performs the default action */
function click(selector: string, change: MouseEventInit = {}) {
  opened.length = 0;
  const seen = vi.fn();
  document.body.addEventListener('click', seen, { once: true });
  const event = new MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    clientX: 7,
    clientY: 9,
    detail: 1,
    ...change,
  });
  find(selector).dispatchEvent(event);
  document.body.removeEventListener('click', seen);
  return { kinds: opened.map(({ kind }) => kind), left: !event.defaultPrevented, seen: seen.mock.calls.length === 1 };
}

const TAKEN = { left: false, seen: false };
const LEFT = { kinds: [], left: true, seen: true };

describe('a click on the text', () => {
  it('follows a link within the book, even if it hits an element inside the link', () => {
    expect(click('#inside em')).toEqual({ kinds: ['link'], ...TAKEN });
    expect(opened).toMatchObject([{ link: { path: hrefOf(43), hash: '#top' } }]);
  });

  it('opens a picture only in the middle of the window if pages are turned by taps at the edges', () => {
    document.documentElement.dataset['flow'] = 'pages';
    const atX = (clientX: number, detail = 1) => click('#text img', { clientX, detail }).kinds;
    expect([atX(1), atX(innerWidth - 1), atX(innerWidth / 2), atX(1, 0)]).toEqual([[], [], ['picture'], ['picture']]);
    delete document.documentElement.dataset['flow'];
  });

  it('opens an image in the text, as does the Enter key', () => {
    expect(click('article img')).toEqual({ kinds: ['picture'], ...TAKEN });
    opened.length = 0;
    const press = (key: string, selector: string) =>
      find(selector).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('Enter', '#text');
    press('a', 'article img');
    expect(opened).toEqual([]);
    press('Enter', 'article img');
    expect(opened).toMatchObject([{ kind: 'picture', image: find('article img') }]);
  });

  it('opens the highlight at the pointer', () => {
    setMarkAt((x, y) => (x === 7 && y === 9 ? { id: 'm1' } : undefined));
    expect(click('#text')).toEqual({ kinds: ['mark'], ...TAKEN });
    expect($editedMark.get()).toBe('m1');
    $editedMark.set(null);
    expect(click('#text', { detail: 0 })).toEqual(LEFT);
    expect(click('#text', { clientX: 8 })).toEqual(LEFT);
    expect($editedMark.get()).toBeNull();
  });

  it.each(['#outside', '#text', '#logo', 'footer'])('on %s is not handled by the reader', (selector) => {
    expect(click(selector)).toEqual(LEFT);
  });

  it('with a modifier key or at the end of a selection is not handled by the reader', () => {
    expect([click('#inside', { ctrlKey: true }), click('article img', { button: 1 })]).toEqual([LEFT, LEFT]);
    selected = true;
    expect(click('#inside')).toEqual(LEFT);
  });

  it('is ignored after the reader has stopped listening for clicks', () => {
    stop();
    expect(click('#inside')).toMatchObject({ kinds: [], seen: true });
  });
});
