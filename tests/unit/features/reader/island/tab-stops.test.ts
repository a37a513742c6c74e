// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForTab } from '#src/features/reader/island/tab-stops.ts';

let stop = () => {};
beforeEach(() => {
  document.body.innerHTML = `<a id="bar" href="/">Home</a>
    <nav data-reader-tail><a id="shown" href="/1">Next</a><a id="below" href="/2">Contents</a><button id="above">b</button></nav>
    <div class="support"><summary id="edge">Report</summary></div>`;
  vi.stubGlobal('innerHeight', 800);
  place('shown', 700, 760);
  place('below', 900, 960);
  place('above', -60, 0);
  place('edge', 800, 860);
  place('bar', 5000, 5010);
  stop = listenForTab();
});
afterEach(() => stop());

function place(id: string, top: number, bottom: number): void {
  const element = document.getElementById(id) as HTMLElement;
  element.getBoundingClientRect = () => new DOMRect(0, top, 100, bottom - top);
}

const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const isTabbing = () => document.documentElement.dataset['tabbing'];
const skipped = () => [...document.querySelectorAll('[tabindex="-1"]')].map(({ id }) => id);

describe('the Tab key handler of the reader', () => {
  it('makes Tab skip elements below the text until they are visible', () => {
    press('Tab');
    expect([isTabbing(), skipped()]).toEqual(['true', ['below', 'above', 'edge']]);
    place('below', 300, 360);
    press('Tab');
    expect(skipped()).toEqual(['above', 'edge']);
  });

  it('shows the bar after Tab is pressed, until a pointer, the wheel or another key is used', () => {
    press('Tab');
    press('Shift');
    expect(isTabbing()).toBe('true');
    press('ArrowDown');
    expect(isTabbing()).toBeUndefined();
    for (const type of ['pointerdown', 'wheel']) {
      press('Tab');
      document.body.dispatchEvent(new Event(type, { bubbles: true }));
      expect(isTabbing()).toBeUndefined();
    }
  });

  it('ignores all other keys, and does nothing after it is stopped', () => {
    press('ArrowDown');
    expect(skipped()).toEqual([]);
    stop();
    press('Tab');
    expect([isTabbing(), skipped()]).toEqual([undefined, []]);
  });
});
