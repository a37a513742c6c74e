// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { showProgress } from '#src/shell/deferred/progress.ts';
import { WAITING_EVENT } from '#src/shell/state/browser-events.ts';

const bar = () => document.querySelector<HTMLElement>('.loading-bar');
const calls = (detail: number) => dispatchEvent(new CustomEvent(WAITING_EVENT, { detail }));

beforeAll(() => {
  vi.useFakeTimers();
  showProgress();
  // Prevents navigation after the module has handled the click.
  addEventListener('click', (event) => event.preventDefault());
});

beforeEach(() => {
  calls(0);
  dispatchEvent(new Event('pageshow'));
});

it('the progress bar is shown if a call takes more than 150 ms, until the call ends', () => {
  calls(1);
  vi.advanceTimersByTime(149);
  expect(bar()?.hidden).toBe(true);
  vi.advanceTimersByTime(1);
  expect(bar()?.hidden).toBe(false);
  calls(2);
  calls(1);
  expect(bar()?.hidden).toBe(false);
  calls(0);
  expect(bar()?.hidden).toBe(true);
});

it('the progress bar is not shown for a quick call', () => {
  calls(1);
  vi.advanceTimersByTime(100);
  calls(0);
  vi.advanceTimersByTime(1000);
  expect(bar()?.hidden).toBe(true);
});

/** Clicks a link without navigating. @returns whether the progress bar is shown */
function click(html: string, init: MouseEventInit = {}): boolean {
  document.querySelector('a')?.remove();
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(JSON.parse(html))) link.setAttribute(name, String(value));
  document.body.append(link);
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, ...init }));
  vi.advanceTimersByTime(200);
  return bar()?.hidden === false;
}

it.each([
  ['{"href":"/tags"}', {}, true],
  ['{"href":"/tags","target":"_blank"}', {}, false],
  ['{"href":"/tags","download":""}', {}, false],
  ['{"href":"https://elsewhere.example/"}', {}, false],
  ['{"href":"#part"}', {}, false],
  ['{"href":"/tags"}', { ctrlKey: true }, false],
  ['{"href":"/tags"}', { metaKey: true }, false],
])('a click on the link %s with %j shows the progress bar: %s', (link, init, shown) => {
  location.href = 'https://www.example.com/genres';
  expect(click(link, init)).toBe(shown);
});
