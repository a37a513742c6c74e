import { expect, it } from 'vitest';
import { stateOf } from '#src/api/calls/help-event.ts';

it.each([
  [{ over: true, reached: true, own: true }, 'expired'],
  [{ over: true, reached: false, own: false }, 'expired'],
  [{ over: false, reached: true, own: false }, 'success'],
  [{ over: false, reached: false, own: true }, 'clicked'],
  [{ over: false, reached: false, own: false }, 'open'],
] as const)('a help event with %j is %s', (facts, state) => {
  expect(stateOf(facts)).toBe(state);
});
