import { describe, expect, it } from 'vitest';
import { summary } from '../../../../scripts/testing/run.ts';
import { tallyExit, tallyPlaywright, tallyVitest } from '../../../../scripts/testing/tally.ts';

const VITEST = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const NONE = { ...VITEST, numPassedTests: 0 };

describe('tallyVitest', () => {
  const well = { status: 'passed', fullName: 'a night ends' };
  const failed = {
    name: '/a.test.ts',
    status: 'failed',
    assertionResults: [well, { status: 'failed', fullName: 'a night begins' }],
  };
  const unloaded = { name: '/b.test.ts', status: 'failed', assertionResults: [] };
  const hookFailed = { name: '/c.test.ts', status: 'failed', assertionResults: [well] };

  it.each([
    ['all passed', VITEST, 0, { passed: 5, failed: 0 }],
    [
      'some failed',
      { ...VITEST, numFailedTests: 2, testResults: [failed] },
      1,
      { passed: 5, failed: 2, titles: ['a night begins'] },
    ],
    ['skipped and to do', { ...VITEST, numPendingTests: 1, numTodoTests: 2 }, 0, { passed: 5, failed: 3 }],
    [
      'a file did not load',
      { ...VITEST, testResults: [unloaded] },
      1,
      { passed: 5, failed: 1, titles: ['/b.test.ts'] },
    ],
    ['a hook failed', { ...VITEST, testResults: [hookFailed] }, 1, { passed: 5, failed: 1, titles: ['/c.test.ts'] }],
    ['an error outside tests', VITEST, 1, { passed: 5, failed: 1, note: 'its program ended with code 1' }],
    ['nothing ran', NONE, 0, { passed: 0, failed: 1, note: 'it ran no tests and its program ended with code 0' }],
    [
      'no report',
      undefined,
      137,
      { passed: 0, failed: 1, note: 'it ran no tests and its program ended with code 137' },
    ],
  ])('counts when %s', (_, report, exitCode, tally) => {
    expect(tallyVitest(report, exitCode)).toEqual(tally);
  });
});

describe('tallyPlaywright', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

  it.each([
    ['all passed', { stats, errors: [] }, 0, { passed: 3, failed: 0 }],
    [
      'failed, flaky and skipped',
      { stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 4 }, errors: [] },
      1,
      { passed: 3, failed: 7 },
    ],
    ['the set-up failed', { stats: { ...stats, expected: 0 }, errors: [{}] }, 1, { passed: 0, failed: 1 }],
    ['no report', undefined, 0, { passed: 0, failed: 1, note: 'it ran no tests and its program ended with code 0' }],
  ])('counts when %s', (_, report, exitCode, tally) => {
    expect(tallyPlaywright(report, exitCode)).toEqual(tally);
  });
});

describe('tallyExit', () => {
  it('is one check', () => {
    expect(tallyExit(0)).toEqual({ passed: 1, failed: 0 });
    expect(tallyExit(2)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('summary', () => {
  it('ends in the totals alone on a line, after a line for each failed stage', () => {
    const text = summary([
      { name: 'types', passed: 1, failed: 0 },
      { name: 'unit', passed: 40, failed: 2, titles: ['slugs are cut', 'hosts differ'] },
      { name: 'e2e', passed: 0, failed: 1, note: 'it found no tests' },
    ]);
    expect(text).toBe(
      '\nFAILED unit: 40 passed, 2 failed\n  slugs are cut\n  hosts differ\n' +
        'FAILED e2e: 0 passed, 1 failed; it found no tests\n41 passed, 3 failed\n',
    );
  });
});
