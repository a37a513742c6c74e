import { describe, expect, it } from 'vitest';
import { checkSubjects, readCommits } from '../../../../scripts/checks/subjects.ts';

const check = (subject: string) => checkSubjects([{ hash: 'abc1234', subject }]);

describe('checkSubjects', () => {
  it.each([
    'rebuild: skip unchanged listings',
    'docs, start: update the 1M-page benchmark',
    'client errors: keep the network errors of browsers',
    'release: 0.3.0',
    `docs: ${'x'.repeat(64)}`,
    'Revert "Tell all sites of a change"',
  ])('accepts the subject "%s"', (subject) => {
    expect(check(subject)).toEqual([]);
  });

  it.each([
    'Skip unchanged listings',
    'Tell the million as it was run last',
    'docs: tell the million',
    'docs: added a page',
    'docs: Update a page',
    `docs: ${'x'.repeat(65)}`,
  ])('rejects the subject "%s"', (subject) => {
    expect(check(subject)).toMatchObject([{ file: 'commit abc1234', rule: expect.stringContaining(subject) }]);
  });
});

describe('readCommits', () => {
  it('reads the hash and the subject of each commit', async () => {
    const git = async ([command]: readonly string[]) => (command === 'log' ? 'a1 docs: one\nb2 api: two words\n' : '');
    expect(await readCommits(git)).toEqual([
      { hash: 'a1', subject: 'docs: one' },
      { hash: 'b2', subject: 'api: two words' },
    ]);
  });

  it('returns nothing if the repository lacks the first commit', async () => {
    expect(await readCommits(() => Promise.reject(new Error('not a commit')))).toEqual([]);
  });
});
