import { watch } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { ROOT, runNode } from './programs.ts';
import { runStages } from './run.ts';
import type { Stage } from './stage.ts';

/** Folders in which changes are noticed while browser tests are watched. */
const WATCHED = ['src', 'brands', 'public', 'tests'];
/** Time to wait after a change, in ms, because editors write a file in several steps. */
const SETTLE_MS = 300;
const VITEST_STAGES = ['unit', 'integration', 'contract'];

/**
 * Runs tests again after each change until interrupted: in Vitest's watch mode, or with Playwright on a site that is
 * rebuilt if its code has changed.
 * @throws ConfigError for stages that cannot be watched, or for browser tests if no files are named
 */
export async function watchStages(stages: readonly Stage[], args: readonly string[]): Promise<number> {
  const [stage] = stages;
  if (stages.length !== 1 || stage === undefined)
    throw new ConfigError('--watch takes one stage: add --only unit, --only integration or --only e2e.');
  if (VITEST_STAGES.includes(stage.name))
    return runNode('node_modules/vitest/vitest.mjs', ['watch', `--project=${stage.name}*`, ...args], {
      NODE_ENV: 'test',
    });
  if (stage.name !== 'e2e') throw new ConfigError(`--watch does not work with ${stage.name}.`);
  if (args.length === 0) throw new ConfigError('Give the browser tests to watch: npm test -- --only e2e --watch FILE');
  for (;;) {
    const changed = nextChange();
    const code = await runStages(stages, args);
    if (code > 128) return code;
    process.stdout.write('Waiting for a change in src/, brands/, public/ or tests/.\n');
    await changed;
  }
}

/** Resolves after a file has changed. Changes made while the tests ran count too. */
function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const watcher of watchers) watcher.close();
      setTimeout(resolve, SETTLE_MS);
    };
    const watchers = WATCHED.map((folder) => watch(join(ROOT, folder), { recursive: true }).once('change', end));
  });
}
