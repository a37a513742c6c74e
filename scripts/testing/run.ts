import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Stage, StageRun, Tally } from './stage.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Number of slowest test files to print. */
const SLOWEST = 10;

type Result = Tally & {
  readonly name: string;
  /** Duration of the stage, in ms. */
  readonly ms: number;
};

/**
 * Runs the stages, in sequence or in parallel as declared, and prints failures and the line of totals.
 * @returns the exit code: 1 if anything failed, 128 + n if signal n ended the run
 */
export async function runStages(stages: readonly Stage[], args: readonly string[]): Promise<number> {
  let signal: NodeJS.Signals | undefined;
  const stop = (received: NodeJS.Signals) => {
    signal = received;
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const folder = makeTemporaryFolder();
  const before = process.env['TMPDIR'];
  // Temporary folder for all programs that stages start. It is deleted at the end with everything in it.
  process.env['TMPDIR'] = join(folder, 'tmp');
  mkdirSync(process.env['TMPDIR']);
  try {
    const results: Result[] = [];
    const run = async (stage: Stage, output: StageRun['output'] = 'inherit') => {
      const reportFile = join(folder, `${stage.name}.json`);
      if (signal === undefined) results.push(await runStage(stage, { args, reportFile, output }));
    };
    for (const [first, others] of groups(stages)) await runTogether(run, first, others, join(folder, 'output'));
    process.stdout.write(summary(results));
    if (signal !== undefined) return 128 + constants.signals[signal];
    return results.some(({ failed }) => failed > 0) ? 1 : 0;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns groups of stages: those that run one after another, and those that run at the same time. */
function groups(stages: readonly Stage[]): (readonly [readonly Stage[], readonly Stage[]])[] {
  const isChosen = (name: string | undefined) => stages.some((stage) => stage.name === name);
  const firsts = stages.filter(({ beside, after }) => !isChosen(beside) && !isChosen(after));
  return firsts.map((first) => [
    [first, ...stages.filter(({ after }) => after === first.name)],
    stages.filter(({ beside }) => beside === first.name),
  ]);
}

/**
 * Runs two lists of stages at the same time. Prints the output of one list after the output of the other, so that lines
 * do not mix.
 */
async function runTogether(
  run: (stage: Stage, output?: StageRun['output']) => Promise<void>,
  first: readonly Stage[],
  others: readonly Stage[],
  file: string,
): Promise<void> {
  const inOrder = async (stages: readonly Stage[], output?: StageRun['output']) => {
    for (const stage of stages) await run(stage, output);
  };
  if (others.length === 0) return inOrder(first);
  const output = openSync(file, 'w');
  await Promise.all([inOrder(first, output), inOrder(others)]);
  closeSync(output);
  process.stdout.write(`\n${readFileSync(file, 'utf8')}`);
}

async function runStage(stage: Stage, run: StageRun): Promise<Result> {
  process.stdout.write(`\n=== ${stage.name}: ${stage.about}\n`);
  const began = performance.now();
  const tally = await stage
    .run(run)
    .catch((error: unknown): Tally => ({ passed: 0, failed: 1, note: messageOf(error) }));
  return { ...tally, name: stage.name, ms: performance.now() - began };
}

/**
 * Formats the durations, the tests that passed only when they were repeated, one line per failed stage with its
 * failures, and a last line with only the totals, for scripts.
 */
export function summary(results: readonly Result[]): string {
  const failures = results
    .filter(({ failed }) => failed > 0)
    .map(
      ({ name, passed, failed, note, titles = [] }) =>
        `FAILED ${name}: ${passed} passed, ${failed} failed${note ? `; ${note}` : ''}\n` +
        titles.map((title) => `  ${title}\n`).join(''),
    );
  const repeated = results.flatMap((result) => result.repeated ?? []).map((title) => `  ${title}\n`);
  const second = repeated.length === 0 ? '' : `Failed once and passed when repeated:\n${repeated.join('')}`;
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  return `\n${times(results)}${second}${failures.join('')}${passed} passed, ${failed} failed\n`;
}

function times(results: readonly Result[]): string {
  const stages = results.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(', ');
  const slowest = results
    .flatMap(({ files = [] }) => files)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST);
  const files = slowest.map(({ file, ms }) => `  ${seconds(ms)} ${file}\n`).join('');
  return `Time by stage: ${stages}\n${files === '' ? '' : `Slowest files:\n${files}`}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
