// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { showMissingPart, watchConnection } from '#src/shell/deferred/notices.ts';

function notice(name: string): HTMLElement {
  const words = document.createElement('p');
  words.dataset['notice'] = name;
  words.hidden = true;
  document.body.append(words);
  return words;
}

beforeEach(() => document.body.replaceChildren());

it('the offline notice is shown until the device is online', () => {
  const words = notice('offline');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  watchConnection();
  expect(words.hidden).toBe(true);
  online.mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  expect(words.hidden).toBe(false);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(words.hidden).toBe(true);
});

it('the offline notice is shown on a page opened offline', () => {
  const words = notice('offline');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  watchConnection();
  expect(words.hidden).toBe(false);
});

const book = { id: 12, title: 'The Lamp', category: { id: 1, name: 'Novels' } };

it.each([
  ['a chapter of a downloaded book', '/vn/book-reader/12/300', 'kept', 12, true],
  ['a chapter of a partly downloaded book', '/book-reader/12/300', 'paused', 12, false],
  ['a chapter of another book', '/book-reader/1/12', 'kept', 12, false],
])('the offline notice shows the correct text for %s', (_what, path, state, id, isHere) => {
  history.replaceState(null, '', path);
  localStorage.setItem('lectern:kept', JSON.stringify([{ book: { ...book, id }, state }]));
  const [plain, ofBook] = [notice('offline'), notice('offline-book')];
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  watchConnection();
  expect([plain.hidden, ofBook.hidden]).toEqual([isHere, !isHere]);
});

it('the offline notice says that a downloaded book is available, until the device is online', () => {
  history.replaceState(null, '', '/es/novel/12/romance/the-lamp');
  localStorage.setItem('lectern:kept', JSON.stringify([null, { book, state: 'kept' }]));
  const [plain, ofBook] = [notice('offline'), notice('offline-book')];
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  watchConnection();
  expect([plain.hidden, ofBook.hidden]).toEqual([true, false]);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect([plain.hidden, ofBook.hidden]).toEqual([true, true]);
});

it('the notice that a part of the page is missing is shown for 3000 ms', () => {
  vi.useFakeTimers();
  const words = notice('lost');
  showMissingPart();
  vi.advanceTimersByTime(2999);
  expect(words.hidden).toBe(false);
  vi.advanceTimersByTime(1);
  expect(words.hidden).toBe(true);
});
