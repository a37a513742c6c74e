import { describe, expect, it } from 'vitest';
import { guardsOf, isGuardName, ROUTE_GUARDS } from '#src/routes/guards.ts';
import { parsePath } from '#src/routes/parse.ts';

const guardsFor = (path: string) => guardsOf(parsePath(path, ['en', 'es']));

describe('guardsOf', () => {
  it.each([
    '/',
    '/genres',
    '/es/search',
    '/novel/7',
    '/no-such-page',
    '/myinfo/privacyPolicy',
    '/myinfo/teams_of_services',
  ])('checks host and language for %s', (path) => expect(guardsFor(path)).toEqual(['host', 'language']));

  it.each(['/myinfo', '/es/myinfo', '/myinfo/myLocked', '/myinfo/rechargeList', '/myinfo/voucherHistory'])(
    'also checks that the visitor is signed in for %s',
    (path) => expect(guardsFor(path)).toEqual(['host', 'language', 'signIn']),
  );

  it('uses the most specific entry: child of a kind, then kind, then "*"', () => {
    const table = { '*': ['any'], myinfo: ['kind'], 'myinfo/myLocked': ['child'] };
    const guardsIn = (path: string) => guardsOf(parsePath(path, ['en']), table);
    expect(['/myinfo/myLocked', '/myinfo', '/history'].map(guardsIn)).toEqual([['child'], ['kind'], ['any']]);
    expect(guardsOf(parsePath('/history', ['en']), {})).toEqual([]);
  });
});

it('the guard table contains only registered guards', () => {
  expect(
    Object.values(ROUTE_GUARDS)
      .flat()
      .filter((name) => !isGuardName(name)),
  ).toEqual([]);
  expect(isGuardName('toString')).toBe(false);
});
