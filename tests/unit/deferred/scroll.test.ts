// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { keepPlaces } from '#src/deferred/scroll.ts';
import { load as loadPage } from './visit.ts';

const load = () => loadPage(keepPlaces);

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

it('stays in place behind a link that asks for it, once', () => {
  load();
  scrollBy(300);
  const link = document.createElement('a');
  link.dataset['keepScroll'] = '';
  document.body.append(link);
  link.click();
  window.dispatchEvent(new Event('pagehide'));
  history.replaceState(null, '');
  window.scrollTo({ top: 0 });
  load();
  expect(window.scrollY).toBe(300);
  history.replaceState(null, '');
  window.scrollTo({ top: 0 });
  load();
  expect(window.scrollY).toBe(0);
});

it.each(['junk', '[1]', '{"a":"b"}', 'null'])('outlives %s in the storage', (stored) => {
  sessionStorage.setItem('lectern:places', stored);
  load();
  scrollBy(20);
  window.dispatchEvent(new Event('pagehide'));
  expect(Object.values(JSON.parse(sessionStorage.getItem('lectern:places') ?? '{}'))).toContain(20);
});
