import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../tests/faults/fault.ts';
import { runToEnd } from '../bootstrap/process.mjs';
import { browserPaths } from '../testing/chromium.ts';
import { readReport } from '../testing/programs.ts';
import type { PlaywrightReport, VitestReport } from '../testing/tally.ts';
import { applyFault } from './source.ts';

/** `error`: no test of that title ran, or none could, or it fails without the fault too. */
export type Outcome = 'caught' | 'missed' | 'error';

/** Brands of the tests that there are faults for. */
const BRANDS = 'local,fingeread';

const sound = new Map<string, Promise<boolean>>();

/** Whether a browser's test passes in the copy as it is: else it would seem to catch whatever is put in. */
function isSound(root: string, fault: Fault): Promise<boolean> {
  const { stage, file, title } = fault.test;
  if (stage !== 'e2e') return Promise.resolve(true);
  const key = `${root} ${file} ${title}`;
  const known = sound.get(key) ?? inBrowser(root, fault, reportIn(root)).then((outcome) => outcome === 'missed');
  sound.set(key, known);
  return known;
}

const reportIn = (root: string) => join(root, 'faults-report.json');

/** Runs the fault's test in a copy of the project that has the fault in it. */
export async function tryFault(root: string, fault: Fault): Promise<Outcome> {
  if (!(await isSound(root, fault))) return 'error';
  const takeOut = await applyFault(root, fault);
  const report = reportIn(root);
  try {
    if (fault.test.stage !== 'e2e') return await inVitest(root, fault, report);
    return await inBrowser(root, fault, report);
  } finally {
    await takeOut();
  }
}

async function inVitest(root: string, { test }: Fault, report: string): Promise<Outcome> {
  await rm(report, { force: true });
  const chosen = [`--project=${test.stage}*`, test.file, '-t', escaped(test.title)];
  const program = ['node_modules/vitest/vitest.mjs', 'run', ...chosen, '--reporter=json', `--outputFile=${report}`];
  await runIn(root, program, { NODE_ENV: 'test' });
  return ofVitest(await readReport<VitestReport>(report));
}

/** A run of titles that fit leaves all others of the file out, so only what ran counts. */
export function ofVitest(report: VitestReport | undefined): Outcome {
  if (!report || report.numPassedTests + report.numFailedTests === 0) return 'error';
  return report.numFailedTests > 0 ? 'caught' : 'missed';
}

async function inBrowser(root: string, { test }: Fault, report: string): Promise<Outcome> {
  await rm(report, { force: true });
  const chosen = [test.file, '-g', escaped(test.title), '--workers', '1'];
  const program = ['node_modules/@playwright/test/cli.js', 'test', ...chosen, '--reporter=json'];
  const env = { ...(await browserPaths()), LECTERN_E2E_BRANDS: BRANDS, NODE_ENV: 'production' };
  await runIn(root, program, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return ofPlaywright(await readReport<PlaywrightReport>(report));
}

export function ofPlaywright(report: Pick<PlaywrightReport, 'stats'> | undefined): Outcome {
  if (!report) return 'error';
  const { expected, unexpected } = report.stats;
  if (expected + unexpected === 0) return 'error';
  return unexpected > 0 ? 'caught' : 'missed';
}

async function runIn(root: string, program: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const shared = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', LECTERN_STATE: '' };
  await runToEnd(process.execPath, [...program], { ...shared, ...env }, 'ignore', root);
}

/** The runners take a title as a regular expression. */
const escaped = (title: string) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
