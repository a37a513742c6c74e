// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWhenUsed } from '#src/shell/deferred/first-use.ts';

const LIST = '<div data-load-more><ul class="list"><li id="book"></li></ul></div>';
const swiped: string[] = [];
const startOnUse = vi.fn(() => {
  for (const type of ['touchstart', 'touchend'])
    document.querySelector('[data-load-more]')?.addEventListener(type, () => swiped.push(type));
});
const load = vi.fn(async () => ({ startOnUse }));

function open(html = LIST): void {
  document.body.innerHTML = html;
  loadWhenUsed(load);
}

const use = (type: string) =>
  document.querySelector('#book')?.dispatchEvent(new Event(type, { bubbles: type !== 'scroll' }));

beforeEach(() => {
  vi.clearAllMocks();
  swiped.length = 0;
  localStorage.clear();
  history.replaceState(null, '');
});
// Uses the page, because the listeners of an unused page would react to the next test.
afterEach(() => void dispatchEvent(new Event('scroll')));

it('on-use modules are not loaded before the visitor uses the page', () => {
  open();
  expect(load).not.toHaveBeenCalled();
});

it.each(['scroll', 'touchstart', 'keydown', 'pointerdown', 'click'])(
  'on-use modules are loaded once, on the first %s',
  async (type) => {
    open();
    use(type);
    use(type);
    await vi.waitFor(() => expect(startOnUse).toHaveBeenCalledOnce());
    expect(load).toHaveBeenCalledOnce();
  },
);

it('on-use modules that fail to load are loaded again on the next interaction', async () => {
  const failure = new TypeError('error loading dynamically imported module');
  load.mockRejectedValueOnce(failure);
  const unhandled = vi.fn();
  process.once('unhandledRejection', unhandled);
  open();
  use('pointerdown');
  await vi.waitFor(() => expect(unhandled).toHaveBeenCalledWith(failure, expect.anything()));
  use('click');
  await vi.waitFor(() => expect(startOnUse).toHaveBeenCalledOnce());
});

it('on-use modules receive touches that happened before they loaded', async () => {
  open();
  use('touchstart');
  use('touchend');
  await vi.waitFor(() => expect(swiped).toEqual(['touchstart', 'touchend']));
});

it('on-use modules are loaded immediately if the page restores a list position or the visitor has hidden tags', () => {
  history.replaceState({ list: { item: 3, top: 0 } }, '');
  open();
  expect(load).toHaveBeenCalledOnce();
  history.replaceState(null, '');
  localStorage.setItem('lectern:hidden-tags', '[{"id":1}]');
  open('<ul class="shelf-books"></ul>');
  expect(load).toHaveBeenCalledTimes(2);
});

it('on-use modules are loaded immediately if the previous page handed over a notice', () => {
  window.name = 'unsaved:search';
  open();
  window.name = '';
  expect(load).toHaveBeenCalledOnce();
});
