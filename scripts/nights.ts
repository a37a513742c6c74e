import { runCommand } from '#src/lib/cli.ts';
import { nightsOf } from './programs/nights.ts';

await runCommand({
  help: `Lists the runs of the rebuild, newest first: when, of which brand, how they ended and why (docs/operate/nights.md).

npm run nights -- [--brand ID] [--last N] [--json]

  --brand ID    runs of this brand alone
  --last N      how many at most (20)
  --json        [{id, brand, mode, started, ended, outcome, exitCode, ...}] on standard output

Exit codes: 0 done, 1 unexpected, 2 wrong use. A run that failed is listed, and changes no exit code.`,
  options: {
    brand: { type: 'string' },
    last: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
  async run(args) {
    process.stdout.write(await nightsOf(args));
  },
});
