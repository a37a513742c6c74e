import { runCommand } from '#src/lib/cli.ts';
import { runStages } from './testing/run.ts';
import { STAGES, selectStages } from './testing/stages.ts';

await runCommand({
  help: `Runs every kind of check and test, each whatever became of the one before; the last line is "N passed, N failed".

npm test
npm test -- --only unit                   one stage; repeat --only, or separate by commas, for several
npm test -- --only unit tests/unit/lib    what follows goes to the stage's program
npm test -- --only e2e -- --headed        its options after a second --

${STAGES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}`,
  options: { only: { type: 'string', multiple: true } },
  positionals: true,
  run: ({ only }, args) => runStages(selectStages(only, args), args),
});
