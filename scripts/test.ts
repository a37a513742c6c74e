import { runCommand } from '#src/lib/cli.ts';
import { TEST_SCOPE } from '../tests/slow-tests.ts';
import { runStages } from './testing/run.ts';
import { STAGES, selectStages } from './testing/stages.ts';
import { watchStages } from './testing/watch.ts';

await runCommand({
  help: `Runs all checks and tests, and continues after failures; the last line is "N passed, N failed". Slow tests run only in
npm run test:all, unless you name their files (docs/develop/testing.md).

npm test
npm test -- --only unit                   one stage; repeat --only, or separate by commas, for several
npm test -- --only unit tests/unit/lib    passes the rest to the stage's program
npm test -- --only unit --watch tests/unit/lib    runs again after each change; also for e2e
npm test -- --only e2e -- --headed        passes options after a second --

${STAGES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}`,
  options: { only: { type: 'string', multiple: true }, watch: { type: 'boolean', default: false } },
  positionals: true,
  async run({ only, watch }, args) {
    if (args.length === 0) process.env[TEST_SCOPE] = 'everyday';
    const stages = selectStages(only, args);
    return watch ? watchStages(stages, args) : runStages(stages, args);
  },
});
