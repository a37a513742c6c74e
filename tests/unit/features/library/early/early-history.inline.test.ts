// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import script from '#src/features/library/early/early-history.inline.ts?raw';

/** The rows of the island, each with a link to the book's notebook, which the early list does not have. */
const ROWS = ['/novel/5/Romance/Sun', '/novel/4/Romance/Moon']
  .map((href) => `<li><a href="${href}"></a><button>Remove</button><p><a href="/notebook">Notebook</a></p></li>`)
  .join('');
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
    JSON.stringify(
      [{ ...book, id: 5, title: 'Sun' }, book].map((each) => ({
        book: each,
        cover: null,
        chapter: null,
        read_at: '2026-05-01T00:00:00Z',
      })),
    ),
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
  island().innerHTML = `<ul class="history">${ROWS}</ul>`;
  await vi.waitFor(() => expect(early()).toBeNull());
});

it('a click on a button and the focus are passed on to the row of the same book in the island', async () => {
  run();
  const button = early()?.querySelectorAll('button')[1];
  button?.click();
  button?.focus();
  const clicked = vi.fn();
  island().innerHTML = `<ul class="history">${ROWS}</ul>`;
  const own = island().querySelectorAll('button')[1];
  own?.addEventListener('click', clicked);
  await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(own);
});

it('the focus on the link to sign in is passed on', async () => {
  const withAccounts = { ...PROPS, accounts: [0, true] };
  island().setAttribute('props', JSON.stringify(withAccounts));
  run();
  early()?.querySelector<HTMLElement>('.keep-places a')?.focus();
  expect(document.activeElement?.textContent).toBe('sign-in');
  island().innerHTML = `<p class="keep-places"><a href="/login">Sign in</a></p><ul class="history">${ROWS}</ul>`;
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Sign in'));
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
