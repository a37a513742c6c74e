// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../../../src/browser/inline/wake-islands.js'), 'utf8');
const root = document.documentElement;

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete root.dataset['awake'];
});

/** Runs the script as a page with the attributes `data-*` does. @returns whether the islands hydrate at once */
function run(
  dataset: Readonly<Record<string, string>>,
  search = '',
  storage: Partial<Storage> = localStorage,
  page = Object.assign(new EventTarget(), { documentElement: root, prerendering: false }),
): boolean {
  Object.assign(page, { currentScript: { dataset } });
  new Function('document', 'location', 'localStorage', script)(page, { search }, storage);
  return root.dataset['awake'] !== undefined;
}

it('lets islands wait where nothing is kept or asked', () => {
  localStorage.setItem('other', 'x');
  expect(run({ kept: 'token', asked: 'reset state' }, '?to=%2Fmyinfo')).toBe(false);
  expect(run({ kept: 'token' }, '?undefined=1')).toBe(false);
});

it.each([['reset'], ['state']])('wakes them where the address has %s', (name) => {
  expect(run({ kept: 'token', asked: 'reset state' }, `?${name}=abc`)).toBe(true);
});

it('wakes them where the browser keeps the key, for good or in this tab', () => {
  localStorage.setItem('token', 'abc');
  expect(run({ kept: 'token' })).toBe(true);
  delete root.dataset['awake'];
  sessionStorage.setItem('draft', '{}');
  expect(run({ kept: 'draft' })).toBe(true);
});

it('lets them wait where storage is closed, but for what the address asks', () => {
  const closed = {
    getItem: () => {
      throw new Error('closed');
    },
  };
  expect(run({ kept: 'token', asked: 'reset' }, '', closed)).toBe(false);
  expect(run({ kept: 'token', asked: 'reset' }, '?reset=abc', closed)).toBe(true);
});

it('wakes those of a page rendered ahead once it is shown, also those that wait for an input by then', () => {
  const page = Object.assign(new EventTarget(), { documentElement: root, prerendering: true });
  let woken = 0;
  page.addEventListener('focusin', () => {
    woken += 1;
  });
  expect(run({ kept: 'token', asked: 'reset' }, '?reset=abc', localStorage, page)).toBe(false);
  page.prerendering = false;
  page.dispatchEvent(new Event('prerenderingchange'));
  expect([root.dataset['awake'], woken]).toEqual(['', 1]);
});
