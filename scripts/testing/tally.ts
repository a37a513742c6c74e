import { relative } from 'node:path';
import { ROOT } from './programs.ts';
import type { FileTime, Tally } from './stage.ts';

/** The parts of Vitest's JSON report that we use (https://vitest.dev/guide/reporters#json-reporter). */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    /** Path of the test file. */
    readonly name: string;
    readonly status: string;
    /** Start time in milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      /** Set by tests/helpers/repeated.ts if the test was repeated. */
      readonly meta?: { readonly isRepeated?: boolean };
    }[];
  }[];
}

/** The parts of Playwright's JSON report that we use (https://playwright.dev/docs/test-reporters#json-reporter). */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
  /** One suite per file. */
  readonly suites: readonly PlaywrightSuite[];
}

/** A file, or a group of tests within one. */
export interface PlaywrightSuite {
  readonly title: string;
  /** Path of the file, relative to the folder of all tests. */
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[]; readonly status?: string }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

const PLAYWRIGHT_FOLDER = 'tests/e2e';

/** Returns the result of a program that counts as one check, which passes if the program exits with 0. */
export function tallyExit(exitCode: number): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Returns the result of a Vitest run. Skipped tests, to-dos and files that could not be loaded count as failed. */
export function tallyVitest(report: VitestReport | undefined, exitCode: number): Tally {
  if (!report) return judge({ passed: 0, failed: 0 }, exitCode);
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles;
  const titles = failedIn(report);
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(ROOT, name),
    ms: endTime - startTime,
  }));
  const repeated = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status, meta }) => status === 'passed' && meta?.isRepeated)
      .map(({ fullName }) => fullName),
  );
  return judge({ passed: report.numPassedTests, failed, files, ...named({ titles, repeated }) }, exitCode);
}

/** Returns those of the lists that are not empty. */
function named({ titles, repeated }: { titles: string[]; repeated: string[] }): Pick<Tally, 'titles' | 'repeated'> {
  return { ...(titles.length > 0 && { titles }), ...(repeated.length > 0 && { repeated }) };
}

function failedIn({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const titles = assertionResults.filter((result) => result.status !== 'passed').map(({ fullName }) => fullName);
    return titles.length > 0 ? titles : status === 'failed' ? [name] : [];
  });
}

/**
 * Returns the result of a Playwright run. Skipped tests and errors outside of tests count as failed; a test that passed
 * when it was repeated counts as passed.
 */
export function tallyPlaywright(report: PlaywrightReport | undefined, exitCode: number): Tally {
  if (!report) return judge({ passed: 0, failed: 0 }, exitCode);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + skipped + report.errors.length;
  const titles = titlesIn(report.suites, ({ ok }) => !ok);
  const repeated = titlesIn(report.suites, ({ tests }) => tests.some(({ status }) => status === 'flaky'));
  const files = report.suites.map(timeOf);
  return judge({ passed: expected + flaky, failed, files, ...named({ titles, repeated }) }, exitCode);
}

type PlaywrightSpec = PlaywrightSuite['specs'][number];

function titlesIn(
  suites: readonly PlaywrightSuite[],
  isListed: (spec: PlaywrightSpec) => boolean,
  groups: readonly string[] = [],
): string[] {
  return suites.flatMap(({ title, specs, suites: inner = [] }) => {
    const path = [...groups, title];
    const own = specs.filter(isListed).map((spec) => [...path, spec.title].join(' › '));
    return [...own, ...titlesIn(inner, isListed, path)];
  });
}

function timeOf(suite: PlaywrightSuite): FileTime {
  return { file: `${PLAYWRIGHT_FOLDER}/${suite.file}`, ms: msIn(suite) };
}

function msIn({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + msIn(suite), own);
}

/** Counts a run as one failure if it has no tests, or if it exited with an error that no test explains. */
function judge(tally: Tally, exitCode: number): Tally {
  if (tally.failed > 0) return tally;
  if (tally.passed > 0 && exitCode === 0) return tally;
  const ran = tally.passed === 0 ? 'it ran no tests and ' : '';
  return { ...tally, failed: 1, note: `${ran}its program ended with code ${exitCode}` };
}
