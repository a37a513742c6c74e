import { parseHTML } from 'linkedom';
import { afterEach, expect, it, vi } from 'vitest';
import { countHiddenBooks } from '#src/shell/deferred/hidden-tags.ts';

const NOTE =
  '<template data-hidden-note><p class="hidden-note"><span>Hidden: {number}</span><button aria-pressed="false"></button></p></template>';
const BOOKS = '<li data-tags="1 7">a</li><li data-tags="77">b</li><li data-tags="7">c</li><li>d</li>';

afterEach(() => void vi.unstubAllGlobals());

function open(
  tags: unknown,
  body = `<ol class="list">${BOOKS}</ol><ul class="shelf-books"><li data-tags="3"></li></ul>`,
) {
  const { document } = parseHTML(`<!doctype html><html><body>${body}${NOTE}</body></html>`);
  const watching: (() => void)[] = [];
  vi.stubGlobal('document', document);
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(tags) });
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(run: () => void) {
        watching.push(run);
      }
      observe() {}
    },
  );
  countHiddenBooks();
  const notes = () => [...document.querySelectorAll('body > .hidden-note')].map(({ textContent }) => textContent);
  return { document, notes, changed: () => watching.forEach((run) => void run()) };
}

it('the number of hidden books is shown below each list in which books are hidden', () => {
  const { notes, document } = open([{ id: 7 }]);
  expect(notes()).toEqual(['Hidden: 2']);
  expect(document.querySelector('.list')?.nextElementSibling?.className).toBe('hidden-note');
});

it('the number of hidden books is updated when books are added', () => {
  const { notes, document, changed } = open([{ id: 7 }]);
  document.querySelector('.list')?.insertAdjacentHTML('beforeend', '<li data-tags="7"></li>');
  changed();
  expect(notes()).toEqual(['Hidden: 3']);
});

it('all hidden books can be shown and hidden again', () => {
  const { document } = open([{ id: 7 }]);
  const button = document.querySelector<HTMLElement>('body > .hidden-note button');
  button?.click();
  expect([document.documentElement.hasAttribute('data-all-books'), button?.getAttribute('aria-pressed')]).toEqual([
    true,
    'true',
  ]);
  button?.click();
  expect(document.documentElement.hasAttribute('data-all-books')).toBe(false);
});

it.each([[null], [[]], [{}]])('the number of hidden books is not shown if the stored tags are %j', (tags) =>
  expect(open(tags).notes()).toEqual([]),
);
