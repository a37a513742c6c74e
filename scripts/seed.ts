import { runCommand } from '#src/lib/cli.ts';
import { runSeed } from './programs/seed.ts';

await runCommand({
  help: `Writes the demo catalogue into the content API's store; imported books stay.

npm run seed -- [--books N] [--seed S] [--json]

  --books N   books of the English section (600); the eight other sections have 24 each besides
  --seed S    another seed gives other books (1); the same one changes nothing
  --json      figures of the English section on standard output`,
  options: { books: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } },
  run: (values) => runSeed(values),
});
