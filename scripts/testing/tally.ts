import type { Tally } from './stage.ts';

/** What we read of Vitest's JSON report (https://vitest.dev/guide/reporters#json-reporter). */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** What we read of Playwright's JSON report (https://playwright.dev/docs/test-reporters#json-reporter). */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** A program that is one check: it passed when it exited with 0. */
export function tallyExit(exitCode: number): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Skipped tests and to-dos count as failed, and so does a file that could not be loaded. */
export function tallyVitest(report: VitestReport | undefined, exitCode: number): Tally {
  if (!report) return judge({ passed: 0, failed: 0 }, exitCode);
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles;
  const titles = failedIn(report);
  return judge({ passed: report.numPassedTests, failed, ...(titles.length > 0 ? { titles } : {}) }, exitCode);
}

function failedIn({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const titles = assertionResults.filter((result) => result.status !== 'passed').map(({ fullName }) => fullName);
    return titles.length > 0 ? titles : status === 'failed' ? [name] : [];
  });
}

/** Skipped and flaky tests count as failed, and so does each error outside a test. */
export function tallyPlaywright(report: PlaywrightReport | undefined, exitCode: number): Tally {
  if (!report) return judge({ passed: 0, failed: 0 }, exitCode);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return judge({ passed: expected, failed: unexpected + flaky + skipped + report.errors.length }, exitCode);
}

/** A run without tests, or with a bad exit code that no test accounts for, is one failure. */
function judge(tally: Tally, exitCode: number): Tally {
  if (tally.failed > 0) return tally;
  if (tally.passed > 0 && exitCode === 0) return tally;
  const ran = tally.passed === 0 ? 'it ran no tests and ' : '';
  return { ...tally, failed: 1, note: `${ran}its program ended with code ${exitCode}` };
}
