import { expect, it } from 'vitest';
import { unfinishedFiles, withSecondRun } from '../../../../scripts/testing/ended-processes.ts';
import { tallyVitest, type VitestReport } from '../../../../scripts/testing/tally.ts';

const file = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  startTime: 0,
  endTime: 0,
  assertionResults: statuses.map((each, index) => ({ status: each, fullName: `${name} ${index + 1}` })),
});
/** Vitest counts only the test that was running as pending, and not those that had not started. */
const ended: VitestReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [file('one', 'passed', 'passed', 'passed'), file('two', 'failed', 'passed', 'pending', 'pending')],
};
const second = (...statuses: string[]): VitestReport => ({
  ...ended,
  testResults: [file('two', statuses.includes('failed') ? 'failed' : 'passed', ...statuses)],
});

it('a file whose process ended is unfinished, and one with a failed or skipped test is not', () => {
  expect(unfinishedFiles(ended)).toEqual(['two']);
  const others = [file('failed', 'failed', 'failed', 'pending'), file('skipped', 'passed', 'pending')];
  expect(unfinishedFiles({ ...ended, testResults: others })).toEqual([]);
  expect(unfinishedFiles(undefined)).toEqual([]);
});

it('the tests of an unfinished file that pass in the second run count as passed, and are listed as repeated', () => {
  const tally = tallyVitest(withSecondRun(ended, second('passed', 'passed', 'passed')), 0);
  expect(tally).toMatchObject({ passed: 5, failed: 0, repeated: ['two 1', 'two 2', 'two 3'] });
});

it.each([
  ['a test fails', second('passed', 'failed', 'passed'), ['two 2']],
  ['its process ends again', { ...ended, testResults: ended.testResults.slice(1) }, ['two 2', 'two 3']],
  ['there is no report', undefined, ['two 2', 'two 3']],
])('an unfinished file has failed if in the second run %s', (_what, report, titles) => {
  const tally = tallyVitest(withSecondRun(ended, report), 1);
  expect(tally.failed).toBeGreaterThan(0);
  expect(tally.titles).toEqual(titles);
});
