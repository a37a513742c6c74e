import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { LecternError } from '#src/lib/errors.ts';
import { TEST_SCOPE } from '../../tests/slow-tests.ts';
import { runToEnd } from '../bootstrap/process.mjs';
import { ROOT } from '../testing/programs.ts';
import { copyProject } from '../testing/project-copy.ts';
import type { MutatedFolder } from './folders.ts';
import { MutationReport } from './report.ts';

/**
 * Version of Stryker. It is not a dependency of the project, because it has two hundred dependencies and only this
 * command needs it.
 */
const VERSION = '10.1.1';
const PACKAGES = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
const STATE = join(ROOT, 'var/mutants');
const TOOLS = join(STATE, `stryker-${VERSION}`);

/** Installs Stryker into `var/mutants`, with the project's Vitest. */
async function installStryker(): Promise<void> {
  if (existsSync(join(TOOLS, 'node_modules/vitest'))) return;
  process.stderr.write(`Installing ${PACKAGES.join(' and ')} into ${TOOLS}\n`);
  await mkdir(TOOLS, { recursive: true });
  const args = ['install', '--prefix', TOOLS, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const code = await runToEnd('npm', [...args, '--loglevel', 'error', ...PACKAGES], process.env, ['ignore', 2, 2]);
  if (code !== 0) throw new LecternError('MUTANTS', `npm could not install Stryker (exit code ${code}).`);
  await symlink(join(ROOT, 'node_modules/vitest'), join(TOOLS, 'node_modules/vitest'));
}

/**
 * Mutates the code of a folder in a copy of the project and runs, for each mutant, the tests that reach it. Results are
 * stored, so that later runs only test what has changed.
 * @param fresh whether to ignore earlier results
 */
export async function tryMutants({ name, mutate, tests }: MutatedFolder, fresh: boolean): Promise<MutationReport> {
  await installStryker();
  const incrementalFile = join(STATE, `${name}.json`);
  if (fresh) await rm(incrementalFile, { force: true });
  const copy = await copyProject();
  try {
    const report = join(copy.root, 'mutation.json');
    const config = {
      testRunner: 'vitest',
      plugins: [pathToFileURL(join(TOOLS, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')).href],
      mutate,
      vitest: { configFile: 'scripts/mutants/vitest.config.ts' },
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      coverageAnalysis: 'perTest',
      incremental: true,
      incrementalFile,
      inPlace: true,
      concurrency: 2,
      // Time limits that abort hanging tests, long enough for busy machines. The first run includes all tests.
      timeoutMS: 30_000,
      dryRunTimeoutMinutes: 30,
      allowEmpty: true,
      checkers: [],
    };
    await writeFile(join(copy.root, 'stryker.config.json'), JSON.stringify(config));
    const program = join(TOOLS, 'node_modules/@stryker-mutator/core/bin/stryker.js');
    const env = { ...process.env, NODE_ENV: 'test', LECTERN_MUTANTS_TESTS: tests.join(','), [TEST_SCOPE]: 'everyday' };
    const code = await runToEnd(process.execPath, [program, 'run'], env, ['ignore', 2, 2], copy.root);
    if (!existsSync(report)) throw new LecternError('MUTANTS', `Stryker ended with ${code} and without a report.`);
    return v.parse(MutationReport, JSON.parse(await readFile(report, 'utf8')));
  } finally {
    await copy.remove();
  }
}
