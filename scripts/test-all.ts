import { runCommand } from '#src/lib/cli.ts';
import { TEST_SCOPE } from '../tests/slow-tests.ts';
import { runStages } from './testing/run.ts';
import { ALL_STAGES, SLOW_STAGES, selectStages } from './testing/stages.ts';

await runCommand({
  help: `Runs npm test, the tests that are too slow for it (docs/develop/testing.md), and the tests of API and admin with
their store in PostgreSQL. The last line is "N passed, N failed".

npm run test:all
npm run test:all -- --rest                only the tests that npm test omits
npm run test:all -- --only postgres       one stage; repeat --only, or separate by commas, for several

${ALL_STAGES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}`,
  options: { only: { type: 'string', multiple: true }, rest: { type: 'boolean', default: false } },
  positionals: true,
  async run({ only, rest }, args) {
    if (rest) process.env[TEST_SCOPE] = 'slow';
    return runStages(selectStages(only, args, rest ? SLOW_STAGES : ALL_STAGES), args);
  },
});
