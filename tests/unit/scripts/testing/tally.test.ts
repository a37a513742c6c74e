import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../../scripts/testing/programs.ts';
import { summary } from '../../../../scripts/testing/run.ts';
import type { Tally } from '../../../../scripts/testing/stage.ts';
import { type PlaywrightSuite, tallyExit, tallyPlaywright, tallyVitest } from '../../../../scripts/testing/tally.ts';

const VITEST = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const NONE = { ...VITEST, numPassedTests: 0 };

/** A tally without the durations of files, which have their own tests. */
function counted({ files: _files, ...tally }: Tally): Omit<Tally, 'files'> {
  return tally;
}

describe('tallyVitest', () => {
  const well = { status: 'passed', fullName: 'a night ends' };
  const at = { startTime: 1000, endTime: 3500 };
  const failed = {
    ...at,
    name: join(ROOT, 'tests/a.test.ts'),
    status: 'failed',
    assertionResults: [well, { status: 'failed', fullName: 'a night begins' }],
  };
  const unloaded = { ...at, name: join(ROOT, 'tests/b.test.ts'), status: 'failed', assertionResults: [] };
  const hookFailed = { ...at, name: join(ROOT, 'tests/c.test.ts'), status: 'failed', assertionResults: [well] };

  it.each([
    ['all passed', VITEST, 0, { passed: 5, failed: 0 }],
    [
      'some failed',
      { ...VITEST, numFailedTests: 2, testResults: [failed] },
      1,
      { passed: 5, failed: 2, titles: ['a night begins'] },
    ],
    [
      'some were skipped or marked as to-do',
      { ...VITEST, numPendingTests: 1, numTodoTests: 2 },
      0,
      { passed: 5, failed: 3 },
    ],
    [
      'a file did not load',
      { ...VITEST, testResults: [unloaded] },
      1,
      { passed: 5, failed: 1, titles: [join(ROOT, 'tests/b.test.ts')] },
    ],
    [
      'a hook failed',
      { ...VITEST, testResults: [hookFailed] },
      1,
      { passed: 5, failed: 1, titles: [join(ROOT, 'tests/c.test.ts')] },
    ],
    ['an error occurred outside of tests', VITEST, 1, { passed: 5, failed: 1, note: 'its program ended with code 1' }],
    ['nothing ran', NONE, 0, { passed: 0, failed: 1, note: 'it ran no tests and its program ended with code 0' }],
    [
      'there is no report',
      undefined,
      137,
      { passed: 0, failed: 1, note: 'it ran no tests and its program ended with code 137' },
    ],
  ])('counts tests if %s', (_, report, exitCode, tally) => {
    expect(counted(tallyVitest(report, exitCode))).toEqual(tally);
  });

  it('lists tests that passed only when they were repeated', () => {
    const repeated = { ...well, meta: { isRepeated: true } };
    const file = { ...at, name: join(ROOT, 'tests/a.test.ts'), status: 'passed', assertionResults: [well, repeated] };
    const report = { ...VITEST, testResults: [file] };
    expect(counted(tallyVitest(report, 0))).toEqual({ passed: 5, failed: 0, repeated: ['a night ends'] });
  });

  it('returns the duration of each file', () => {
    expect(tallyVitest({ ...VITEST, testResults: [failed] }, 1).files).toEqual([{ file: 'tests/a.test.ts', ms: 2500 }]);
  });
});

describe('tallyPlaywright', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };
  const suites: PlaywrightSuite[] = [];

  it.each([
    ['all passed', { stats, errors: [], suites }, 0, { passed: 3, failed: 0 }],
    [
      'some failed, were flaky or were skipped',
      { stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 4 }, errors: [], suites },
      1,
      { passed: 5, failed: 5 },
    ],
    ['the set-up failed', { stats: { ...stats, expected: 0 }, errors: [{}], suites }, 1, { passed: 0, failed: 1 }],
    [
      'there is no report',
      undefined,
      0,
      { passed: 0, failed: 1, note: 'it ran no tests and its program ended with code 0' },
    ],
  ])('counts tests if %s', (_, report, exitCode, tally) => {
    expect(counted(tallyPlaywright(report, exitCode))).toEqual(tally);
  });

  const took = (...durations: number[]) => [{ results: durations.map((duration) => ({ duration })) }];
  const inGroup = {
    title: 'a list',
    file: 'lists.e2e.ts',
    specs: [{ title: 'ends', ok: false, tests: took(40, 2) }],
  };
  const inFile = {
    title: 'lists.e2e.ts',
    file: 'lists.e2e.ts',
    specs: [{ title: 'a list begins', ok: true, tests: took(100) }],
    suites: [inGroup],
  };

  it('adds up the durations of the tests in a file, including those in groups', () => {
    const { files } = tallyPlaywright({ stats, errors: [], suites: [inFile] }, 0);
    expect(files).toEqual([{ file: 'tests/e2e/lists.e2e.ts', ms: 142 }]);
  });

  it('lists failed tests with the groups that they are in', () => {
    const report = { stats: { ...stats, unexpected: 1 }, errors: [], suites: [inFile] };
    expect(tallyPlaywright(report, 1).titles).toEqual(['lists.e2e.ts › a list › ends']);
  });

  it('lists tests that passed only when they were repeated', () => {
    const tests = [{ results: [{ duration: 4 }, { duration: 3 }], status: 'flaky' }];
    const suite = { ...inGroup, specs: [{ title: 'goes on', ok: true, tests }] };
    const report = { stats: { ...stats, flaky: 1 }, errors: [], suites: [suite] };
    expect(counted(tallyPlaywright(report, 0))).toEqual({ passed: 4, failed: 0, repeated: ['a list › goes on'] });
  });
});

describe('tallyExit', () => {
  it('counts the exit code of a program as one check', () => {
    expect(tallyExit(0)).toEqual({ passed: 1, failed: 0 });
    expect(tallyExit(2)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the summary of a test run', () => {
  it('ends with the totals on a separate line, after one line per failed stage', () => {
    const text = summary([
      { name: 'types', ms: 4010, passed: 1, failed: 0 },
      { name: 'unit', ms: 90, passed: 40, failed: 2, titles: ['slugs are cut', 'hosts differ'] },
      { name: 'e2e', ms: 0, passed: 0, failed: 1, note: 'it found no tests' },
    ]);
    expect(text).toBe(
      '\nTime by stage: types 4.0 s, unit 0.1 s, e2e 0.0 s\nFAILED unit: 40 passed, 2 failed\n  slugs are cut\n  hosts differ\n' +
        'FAILED e2e: 0 passed, 1 failed; it found no tests\n41 passed, 3 failed\n',
    );
  });

  it('lists tests that passed only when they were repeated, before the failures', () => {
    const text = summary([{ name: 'e2e', ms: 0, passed: 2, failed: 0, repeated: ['a list › goes on'] }]);
    expect(text).toBe(
      '\nTime by stage: e2e 0.0 s\nFailed once and passed when repeated:\n  a list › goes on\n2 passed, 0 failed\n',
    );
  });

  it('lists the ten slowest files of all stages, slowest first', () => {
    const files = Array.from({ length: 12 }, (_, number) => ({ file: `${number}.test.ts`, ms: number * 1000 }));
    const text = summary([
      { name: 'unit', ms: 5, passed: 1, failed: 0, files: files.slice(0, 6) },
      { name: 'e2e', ms: 5, passed: 1, failed: 0, files: files.slice(6) },
    ]);
    const [, slowest = ''] = /Slowest files:\n([\s\S]*)2 passed, 0 failed\n$/.exec(text) ?? [];
    const lines = slowest.trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('  11.0 s 11.test.ts');
    expect(lines[9]).toBe('  2.0 s 2.test.ts');
  });
});
