// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClickTarget, listenForTextClicks, setMarkAt } from '#src/islands/reader/text/clicks.ts';
import { $editedMark } from '#src/stores/marks.ts';
import { chapterHtml, hrefOf, showChapters } from '../chapters.ts';

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

/** @returns what was opened, and whether the browser or the page does something of its own */
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
  it('opens a link of the book, from what is inside of it too', () => {
    expect(click('#inside em')).toEqual({ kinds: ['link'], ...TAKEN });
    expect(opened).toMatchObject([{ link: { path: hrefOf(43), hash: '#top' } }]);
  });

  it('opens a picture of the text, by Enter too', () => {
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

  it('opens the highlight under it, where a pointer made it', () => {
    setMarkAt((x, y) => (x === 7 && y === 9 ? { id: 'm1' } : undefined));
    expect(click('#text')).toEqual({ kinds: ['mark'], ...TAKEN });
    expect($editedMark.get()).toBe('m1');
    $editedMark.set(null);
    expect(click('#text', { detail: 0 })).toEqual(LEFT);
    expect(click('#text', { clientX: 8 })).toEqual(LEFT);
    expect($editedMark.get()).toBeNull();
  });

  it.each(['#outside', '#text', '#logo', 'footer'])('on %s is left to the page', (selector) => {
    expect(click(selector)).toEqual(LEFT);
  });

  it('that means another tab, or ends a selection, is left to the browser', () => {
    expect([click('#inside', { ctrlKey: true }), click('article img', { button: 1 })]).toEqual([LEFT, LEFT]);
    selected = true;
    expect(click('#inside')).toEqual(LEFT);
  });

  it('is left alone once nobody listens', () => {
    stop();
    expect(click('#inside')).toMatchObject({ kinds: [], seen: true });
  });
});
