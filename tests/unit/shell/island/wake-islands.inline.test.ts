// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import script from '#src/shell/island/wake-islands.inline.ts?raw';

const root = document.documentElement;

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete root.dataset['awake'];
});

/** Runs the script with `data-*` attributes. @returns whether the islands hydrate immediately */
function run(
  dataset: Readonly<Record<string, string>>,
  search = '',
  storage: Partial<Storage> = localStorage,
  page = Object.assign(new EventTarget(), {
    documentElement: root,
    prerendering: false,
    querySelectorAll: (_selector: string): EventTarget[] => [],
  }),
): boolean {
  Object.assign(page, { currentScript: { dataset } });
  new Function('document', 'location', 'localStorage', script)(page, { search }, storage);
  return root.dataset['awake'] !== undefined;
}

it('islands wait for input if neither storage nor the URL contains data for them', () => {
  localStorage.setItem('other', 'x');
  expect(run({ storageKey: 'token', parameters: 'reset state' }, '?to=%2Fmyinfo')).toBe(false);
  expect(run({ storageKey: 'token' }, '?undefined=1')).toBe(false);
});

it.each([['reset'], ['state']])('islands hydrate immediately if the URL has %s', (name) => {
  expect(run({ storageKey: 'token', parameters: 'reset state' }, `?${name}=abc`)).toBe(true);
});

it('islands hydrate immediately if local or session storage contains one of their keys', () => {
  localStorage.setItem('token', 'abc');
  expect(run({ storageKey: 'token' })).toBe(true);
  delete root.dataset['awake'];
  sessionStorage.setItem('draft', '{}');
  expect(run({ storageKey: 'draft' })).toBe(true);
});

it('islands wait for input if storage is blocked, unless the URL contains one of their parameters', () => {
  const closed = {
    getItem: () => {
      throw new Error('closed');
    },
  };
  expect(run({ storageKey: 'token', parameters: 'reset' }, '', closed)).toBe(false);
  expect(run({ storageKey: 'token', parameters: 'reset' }, '?reset=abc', closed)).toBe(true);
});

it('islands of a prerendered page hydrate when the page is shown, including those that wait for input', () => {
  const island = new EventTarget();
  const page = Object.assign(new EventTarget(), {
    documentElement: root,
    prerendering: true,
    querySelectorAll: (selector: string) => (selector === 'astro-island' ? [island] : []),
  });
  let woken = 0;
  island.addEventListener('focusin', () => {
    woken += 1;
  });
  expect(run({ storageKey: 'token', parameters: 'reset' }, '?reset=abc', localStorage, page)).toBe(false);
  page.prerendering = false;
  page.dispatchEvent(new Event('prerenderingchange'));
  expect([root.dataset['awake'], woken]).toEqual(['', 1]);
});
