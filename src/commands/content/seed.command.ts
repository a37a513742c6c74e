import { DEFAULT_BOOKS } from '#src/api/seed/index.ts';
import { defineCommand } from '#src/lib/cli.ts';
import { runSeed } from './seed.ts';

export const command = defineCommand({
  help: `Writes the demo catalogue into the content API's store; imported books stay.

npm run seed -- [--books N] [--seed S] [--json]

  --books N   number of English books (${DEFAULT_BOOKS}); each of the eight other sections gets 24
  --seed S    seed of the generator (1); running the same seed again changes nothing
  --json      prints figures of the English section as JSON`,
  options: { books: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } },
  run: (values) => runSeed(values),
});
