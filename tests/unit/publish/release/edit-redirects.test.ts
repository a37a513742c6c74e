import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRedirects, removeRedirects } from '#src/publish/release/index.ts';

const pages = new Set(['/novel/1', '/novel/2', '/genres']);
const check = (entries: readonly (readonly [string, string])[], stored: readonly (readonly [string, string])[] = []) =>
  checkRedirects(
    new Map(stored),
    entries.map(([from, to]) => ({ from, to })),
    (path) => pages.has(path),
  );
const reasons = (...input: Parameters<typeof check>) => check(...input).refused.map(({ reason }) => reason);

describe('checkRedirects', () => {
  it('accepts an address without a page that leads to a page', () => {
    expect(check([['https://Old.example/Story/', '/novel/1']])).toEqual({
      accepted: [{ from: '/story', to: '/novel/1' }],
      existing: 0,
      refused: [],
    });
    expect(check([['/?p=57', '/novel/1']]).accepted).toEqual([{ from: '/?p=57', to: '/novel/1' }]);
  });

  it('follows redirects in the list and in the file to the final page', () => {
    const entries = [
      ['/a', '/b'],
      ['/b', '/c'],
    ] as const;
    expect(check(entries, [['/c', '/novel/2']]).accepted).toEqual([
      { from: '/a', to: '/novel/2' },
      { from: '/b', to: '/novel/2' },
    ]);
  });

  it.each([
    [
      'two addresses',
      [
        ['/a', '/b'],
        ['/b', '/a'],
      ],
      'loop: /a → /b → /a',
    ],
    ['an address and itself', [['/a', '/A/']], 'loop: /a → /a'],
    [
      'three addresses',
      [
        ['/a', '/b'],
        ['/b', '/c'],
        ['/c', '/b'],
      ],
      'loop: /a → /b → /c → /b',
    ],
  ] as const)('refuses a loop of %s', (_what, entries, reason) => {
    const { accepted, refused } = check(entries);
    expect(accepted).toEqual([]);
    expect(refused[0]?.reason).toContain(reason);
  });

  it('refuses a loop with a stored redirect', () => {
    expect(reasons([['/b', '/a']], [['/a', '/b']])).toEqual(['The redirects form a loop: /b → /a → /b.']);
  });

  it.each([
    ['a page of the site', ['/genres', '/novel/1'], 'has a page at the old address'],
    ['a target without a page', ['/a', '/nowhere'], 'no page at /nowhere'],
    ['a target on another site', ['/a', 'https://other.example/'], 'must be a path of this site'],
    ['an address that is none', ['mailto:x', '/novel/1'], 'not the address of a page'],
    ['the home page', ['/', '/novel/1'], 'not the address of a page'],
  ] as const)('refuses %s', (_what, entry, reason) => {
    expect(reasons([entry])).toEqual([expect.stringContaining(reason)]);
  });

  it('refuses a second target for an address, and counts equal redirects as existing', () => {
    const stored = [['/a', '/novel/1']] as const;
    expect(reasons([['/a', '/novel/2']], stored)).toEqual([
      'It already redirects to /novel/1. Delete that redirect first.',
    ]);
    expect(
      check(
        [
          ['/A', '/novel/1'],
          ['/b', '/novel/2'],
          ['/b', '/novel/2'],
        ],
        stored,
      ),
    ).toMatchObject({
      accepted: [{ from: '/b' }],
      existing: 2,
    });
    expect(
      check([
        ['/b', '/novel/1'],
        ['/b', '/novel/2'],
      ]).refused,
    ).toMatchObject([{ row: 2 }]);
  });
});

it('removeRedirects keeps comments and all other lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-redirects-'));
  const file = join(folder, 'redirects.txt');
  try {
    writeFileSync(file, '# Mine\n/Old/A/ /novel/1\n/b /novel/2\n');
    expect(await removeRedirects(folder, ['/old/a', '/none'])).toEqual([{ from: '/old/a', to: '/novel/1' }]);
    expect(readFileSync(file, 'utf8')).toBe('# Mine\n/b /novel/2\n');
    expect(await removeRedirects(folder, ['/none'])).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
