// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepScrollPositions } from '#src/browser/deferred/scroll-position.ts';
import { load as loadPage } from './visit.ts';

const load = () => loadPage(keepScrollPositions);

function scrollBy(top: number): void {
  window.scrollTo({ top });
  window.dispatchEvent(new Event('scroll'));
}

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '');
  window.scrollTo({ top: 0 });
});

it('takes the restoring on itself', () => {
  load();
  expect(history.scrollRestoration).toBe('manual');
});

it('shows an entry that was shown before where it was left', () => {
  load();
  scrollBy(840);
  window.dispatchEvent(new Event('pagehide'));
  window.scrollTo({ top: 0 });
  load();
  expect(window.scrollY).toBe(840);
});

it('begins a new entry at its top, though its address is known', () => {
  load();
  scrollBy(840);
  window.dispatchEvent(new Event('pagehide'));
  history.replaceState(null, '');
  window.scrollTo({ top: 0 });
  load();
  expect(window.scrollY).toBe(0);
});

it('keeps what others hold in the entry', () => {
  history.replaceState({ page: 2 }, '');
  load();
  expect(history.state).toMatchObject({ page: 2, lectern: expect.any(String) });
});

/** Clicks a link that asks to stay in place; nothing is really left. */
function click(init: MouseEventInit = {}, prevented = false): void {
  const link = document.createElement('a');
  Object.assign(link, { href: 'https://www.example.com/tags?status=finished' });
  link.dataset['keepScroll'] = '';
  if (prevented) link.addEventListener('click', (event) => event.preventDefault());
  document.body.append(link);
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
}

/** The next page of the tab, new in its history. */
function nextPage(): number {
  window.dispatchEvent(new Event('pagehide'));
  history.replaceState(null, '');
  window.scrollTo({ top: 0 });
  load();
  return window.scrollY;
}

describe('a link that asks to stay in place', () => {
  beforeEach(() => {
    location.href = 'https://www.example.com/tags';
    load();
    scrollBy(300);
  });

  it('does, once', () => {
    click();
    expect(nextPage()).toBe(300);
    expect(nextPage()).toBe(0);
  });

  it.each([
    ['in another tab', { ctrlKey: true }, false],
    ['where the page does something else', {}, true],
  ])('does not %s', (_where, init, prevented) => {
    click(init, prevented);
    expect(nextPage()).toBe(0);
  });
});

it.each(['junk', '[1]', '{"a":"b"}', 'null'])('outlives %s in the storage', (stored) => {
  sessionStorage.setItem('lectern:places', stored);
  load();
  scrollBy(20);
  window.dispatchEvent(new Event('pagehide'));
  expect(Object.values(JSON.parse(sessionStorage.getItem('lectern:places') ?? '{}'))).toContain(20);
});
