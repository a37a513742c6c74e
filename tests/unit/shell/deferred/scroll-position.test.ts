// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepScrollPositions } from '#src/shell/deferred/scroll-position.ts';
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

it('the scroll position is not restored by the browser itself', () => {
  load();
  expect(history.scrollRestoration).toBe('manual');
});

it('the scroll position of a history entry is restored', () => {
  load();
  scrollBy(840);
  window.dispatchEvent(new Event('pagehide'));
  window.scrollTo({ top: 0 });
  load();
  expect(window.scrollY).toBe(840);
});

it('the scroll position of a new history entry is the top, even if its URL was visited before', () => {
  load();
  scrollBy(840);
  window.dispatchEvent(new Event('pagehide'));
  history.replaceState(null, '');
  window.scrollTo({ top: 0 });
  load();
  expect(window.scrollY).toBe(0);
});

it('the scroll position is stored without changing other data in the history entry', () => {
  history.replaceState({ page: 2 }, '');
  load();
  expect(history.state).toMatchObject({ page: 2, lectern: expect.any(String) });
});

/** Clicks a link with `data-keep-scroll` without navigating. */
function click(init: MouseEventInit = {}, prevented = false): void {
  const link = document.createElement('a');
  Object.assign(link, { href: 'https://www.example.com/tags?status=finished' });
  link.dataset['keepScroll'] = '';
  if (prevented) link.addEventListener('click', (event) => event.preventDefault());
  document.body.append(link);
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
}

/** Opens the next page of the tab, with a new history entry. @returns its scroll position */
function nextPage(): number {
  window.dispatchEvent(new Event('pagehide'));
  history.replaceState(null, '');
  window.scrollTo({ top: 0 });
  load();
  return window.scrollY;
}

describe('a link that keeps the scroll position', () => {
  beforeEach(() => {
    location.href = 'https://www.example.com/tags';
    load();
    scrollBy(300);
  });

  it('keeps the scroll position only for the next page', () => {
    click();
    expect(nextPage()).toBe(300);
    expect(nextPage()).toBe(0);
  });

  it.each([
    ['it opens in a new tab', { ctrlKey: true }, false],
    ['a script handles the click', {}, true],
  ])('does not keep the scroll position if %s', (_where, init, prevented) => {
    click(init, prevented);
    expect(nextPage()).toBe(0);
  });
});

it.each(['junk', '[1]', '{"a":"b"}', 'null'])('invalid scroll positions in storage are ignored: %s', (stored) => {
  sessionStorage.setItem('lectern:places', stored);
  load();
  scrollBy(20);
  window.dispatchEvent(new Event('pagehide'));
  expect(Object.values(JSON.parse(sessionStorage.getItem('lectern:places') ?? '{}'))).toContain(20);
});
