// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchUnsaved } from '#src/shell/deferred/unsaved.ts';
import { reportUnsaved } from '#src/shell/state/unsaved-parts.ts';

const root = document.documentElement;
const text = () => document.querySelector('p:not([hidden])')?.textContent;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  root.lang = 'en-US';
  localStorage.setItem('filler', 'x');
  document.body.innerHTML = `<p data-notice="unsaved" hidden data-full="Not saved: {what}." data-shelf="your shelf"
    data-marks="your notes" data-place="your place"></p>`;
});
afterEach(() => {
  delete root.dataset['unsaved'];
  vi.useRealTimers();
});

it('a change that the browser refused to save before the notices loaded is reported', async () => {
  reportUnsaved('shelf');
  watchUnsaved();
  await vi.waitFor(() => expect(text()).toBe('Not saved: your shelf.'));
});

it('changes that the browser refuses to save at the same time, or while the notice is shown, are reported together', async () => {
  watchUnsaved();
  reportUnsaved('shelf');
  reportUnsaved('marks');
  await vi.waitFor(() => expect(text()).toBe('Not saved: your shelf and your notes.'));
  reportUnsaved('place');
  await vi.waitFor(() => expect(text()).toBe('Not saved: your shelf, your notes, and your place.'));
});

it('a reading position is reported once per page, other changes every time', async () => {
  watchUnsaved();
  reportUnsaved('place');
  await vi.waitFor(() => expect(text()).toBe('Not saved: your place.'));
  vi.runAllTimers();
  expect(text()).toBeUndefined();
  // The next page does not show the notice again.
  expect(root.dataset['unsaved']).toBeUndefined();
  reportUnsaved('place');
  await vi.waitFor(() => expect(root.dataset['unsaved']).toBeUndefined());
  expect(text()).toBeUndefined();
  reportUnsaved('shelf');
  await vi.waitFor(() => expect(text()).toBe('Not saved: your shelf.'));
});

it('a page that is left while its notice is shown passes the notice on to the next page', async () => {
  watchUnsaved();
  reportUnsaved('shelf');
  await vi.waitFor(() => expect(window.name).not.toBe(''));
  // Simulates the next page in the same tab.
  const handedOver = window.name;
  delete root.dataset['unsaved'];
  document.querySelector('p')?.setAttribute('hidden', '');
  await vi.waitFor(() => expect(window.name).toBe(''));
  window.name = handedOver;
  watchUnsaved();
  await vi.waitFor(() => expect(text()).toBe('Not saved: your shelf.'));
  vi.runAllTimers();
  await vi.waitFor(() => expect(window.name).toBe(''));
});
