// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { whenShown } from '#src/lib/when-shown.ts';

afterEach(() => void Reflect.deleteProperty(document, 'prerendering'));

it('runs at once on a page that is shown', () => {
  const run = vi.fn();
  whenShown(run);
  expect(run).toHaveBeenCalledTimes(1);
});

it('waits on a page rendered ahead until it is shown, and runs once', () => {
  Object.assign(document, { prerendering: true });
  const run = vi.fn();
  whenShown(run);
  expect(run).not.toHaveBeenCalled();
  for (const type of ['prerenderingchange', 'prerenderingchange']) document.dispatchEvent(new Event(type));
  expect(run).toHaveBeenCalledTimes(1);
});
