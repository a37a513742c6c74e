// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MIN_SWIPE_PX, swipeTabs } from '#src/shell/deferred/tabs.ts';

const clicked: string[] = [];

beforeEach(() => {
  clicked.length = 0;
  document.body.innerHTML = `<nav data-tabs><ul>${['a', 'b', 'c']
    .map((name) => `<li><a href="/${name}"${name === 'b' ? ' aria-current="page"' : ''}>${name}</a></li>`)
    .join('')}</ul></nav><div data-load-more><p id="book"></p><ul id="strip"><li id="chip"></li></ul></div>`;
  document.addEventListener('click', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLAnchorElement) clicked.push(event.target.textContent);
  });
  swipeTabs();
});

const touch = (x: number, y: number) => ({ clientX: x, clientY: y }) as Touch;

function swipe(from: Touch, to: Touch, { id = 'book', fingers = 1 } = {}): void {
  const target = document.querySelector(`#${id}`);
  const touches = Array.from({ length: fingers }, () => from);
  target?.dispatchEvent(Object.assign(new Event('touchstart', { bubbles: true }), { touches }));
  target?.dispatchEvent(Object.assign(new Event('touchend', { bubbles: true }), { changedTouches: [to] }));
}

describe('a swipe over a list with tabs', () => {
  it.each([
    ['to the left opens the next tab', -MIN_SWIPE_PX - 1, 0, ['c']],
    ['to the right opens the previous tab', MIN_SWIPE_PX + 1, 10, ['a']],
    ['of 50 px is too short', MIN_SWIPE_PX, 0, []],
    ['that moves down scrolls', -60, 50, []],
  ])('%s', (_what, x, y, opened) => {
    swipe(touch(200, 200), touch(200 + x, 200 + y));
    expect([...new Set(clicked)]).toEqual(opened);
  });

  it('does nothing with two fingers', () => {
    swipe(touch(200, 0), touch(0, 0), { fingers: 2 });
    expect(clicked).toEqual([]);
  });

  it('does not open another tab if it starts on a strip that scrolls', () => {
    const strip = document.querySelector<HTMLElement>('#strip');
    if (strip) Object.defineProperties(strip, { scrollWidth: { value: 500 }, clientWidth: { value: 300 } });
    vi.spyOn(window, 'getComputedStyle').mockImplementation(() => ({ overflowX: 'auto' }) as CSSStyleDeclaration);
    swipe(touch(200, 0), touch(0, 0), { id: 'chip' });
    expect(clicked).toEqual([]);
  });

  it('does nothing beyond the last tab', () => {
    for (const link of document.querySelectorAll('a')) link.removeAttribute('aria-current');
    document.querySelector('a:last-child')?.setAttribute('aria-current', 'page');
    document.body.innerHTML = `<nav data-tabs><ul><li><a href="/a">a</a></li><li><a href="/b" aria-current="page">b</a></li></ul></nav><div data-load-more><p id="book"></p></div>`;
    swipeTabs();
    swipe(touch(200, 0), touch(0, 0));
    expect(clicked).toEqual([]);
  });
});
