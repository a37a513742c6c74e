import type { VitestReport } from './tally.ts';

/** The file of a report whose test process has ended, for example because of a fault in a native library. */
type TestFile = VitestReport['testResults'][number];

/** Vitest reports tests that were running or waiting when their process ended as pending. */
const isUnfinished = ({ status, assertionResults }: TestFile): boolean =>
  status === 'failed' &&
  assertionResults.some((test) => test.status === 'pending') &&
  !assertionResults.some((test) => test.status === 'failed');

/** Returns the paths of files whose tests have not all run, because their process has ended. */
export const unfinishedFiles = (report: VitestReport | undefined): string[] =>
  (report?.testResults ?? []).filter(isUnfinished).map(({ name }) => name);

/** Replaces the unfinished files of a report by the results of their second run, in which all their tests are repeated. */
export function withSecondRun(first: VitestReport, second: VitestReport | undefined): VitestReport {
  const files = new Map(second?.testResults.map((file) => [file.name, file]));
  const testResults = first.testResults.map((file) => {
    const again = isUnfinished(file) ? files.get(file.name) : undefined;
    return again ? { ...again, assertionResults: again.assertionResults.map(markRepeated) } : file;
  });
  const count = (...statuses: string[]) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => statuses.includes(status))
      .length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
    testResults,
  };
}

const markRepeated = <T extends object>(test: T) => ({ ...test, meta: { isRepeated: true } });
