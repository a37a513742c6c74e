// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import script from '#src/features/library/early/early-history.inline.ts?raw';

const ROWS = '<ul class="history"><li><a href="/a">Moon</a><button>Remove</button></li></ul>';
const PROPS = { locale: [0, 'en'], apiPrefix: [0, '/api'], texts: [0, {}], defaultCover: [0, '/cover.svg'] };
const book = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };

beforeEach(() => {
  const island = document.createElement('astro-island');
  island.setAttribute('ssr', '');
  island.setAttribute('component-url', '/_astro/YourBooks.a.js');
  island.setAttribute('props', JSON.stringify(PROPS));
  island.innerHTML = '<div class="history-waiting"></div>';
  document.body.replaceChildren(island);
  localStorage.setItem(
    'readlogList',
    JSON.stringify([{ book, cover: null, chapter: null, read_at: '2026-05-01T00:00:00Z' }]),
  );
});
afterEach(() => {
  localStorage.clear();
  location.hash = '';
});

const run = () => new Function(script)();
const island = () => document.querySelector('astro-island') as HTMLElement;
const early = () => document.querySelector<HTMLElement>('.early-list');
const waiting = () => document.querySelector<HTMLElement>('.history-waiting');

it('the stored history replaces the skeleton, and is replaced by the island', async () => {
  run();
  expect(early()?.textContent).toContain('Moon');
  expect(waiting()?.hidden).toBe(true);
  island().innerHTML = ROWS;
  await vi.waitFor(() => expect(early()).toBeNull());
});

it('a click on a button and the focus are passed on to the same row of the island', async () => {
  run();
  const button = early()?.querySelector('button');
  button?.click();
  button?.focus();
  const clicked = vi.fn();
  island().innerHTML = ROWS;
  const own = island().querySelector('button');
  own?.addEventListener('click', clicked);
  await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(own);
});

it('the list disappears when the visitor chooses another tab', async () => {
  run();
  location.hash = '#shelf';
  dispatchEvent(new Event('hashchange'));
  expect(early()).toBeNull();
  expect(waiting()?.hidden).toBe(false);
});

it.each([
  ['the address names another tab', () => (location.hash = '#shelf')],
  ['no book is stored', () => localStorage.clear()],
  ['the island has hydrated already', () => waiting()?.remove()],
])('nothing changes if %s', (_what, change) => {
  change();
  run();
  expect(early()).toBeNull();
});
