// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import shown from '#src/shell/directives/shown.ts';

const hydrated = vi.fn(async () => {});
const run = (value: unknown) =>
  shown(async () => hydrated, { name: 'shown', value: value as string }, document.createElement('astro-island'));

afterEach(() => {
  hydrated.mockClear();
  history.replaceState(null, '', '/');
});

it('hydrates an island with the value that Astro passes for an attribute without a value', async () => {
  run(true);
  await vi.waitFor(() => expect(hydrated).toHaveBeenCalledOnce());
});

it('hydrates an island with a parameter only if the address has the parameter', async () => {
  const load = vi.fn(async () => hydrated);
  const start = () => shown(load, { name: 'shown', value: 'book' }, document.createElement('astro-island'));
  history.replaceState(null, '', '/?chapter=1');
  start();
  expect(load).not.toHaveBeenCalled();
  history.replaceState(null, '', '/?book=');
  start();
  await vi.waitFor(() => expect(hydrated).toHaveBeenCalledOnce());
});
