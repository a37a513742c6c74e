// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { whenShown } from '#src/lib/when-shown.ts';

afterEach(() => void Reflect.deleteProperty(document, 'prerendering'));

it('whenShown runs its callback immediately on a visible page', () => {
  const run = vi.fn();
  whenShown(run);
  expect(run).toHaveBeenCalledTimes(1);
});

it('whenShown waits until a prerendered page is visible, and then runs its callback once', () => {
  Object.assign(document, { prerendering: true });
  const run = vi.fn();
  whenShown(run);
  expect(run).not.toHaveBeenCalled();
  for (const type of ['prerenderingchange', 'prerenderingchange']) document.dispatchEvent(new Event(type));
  expect(run).toHaveBeenCalledTimes(1);
});
