import { runCommand } from '#src/lib/cli.ts';
import { nightsOf } from './programs/nights.ts';

await runCommand({
  help: `Lists the runs of the rebuild, newest first: when, of which brand, how they ended and why (docs/operate/nights.md).

npm run nights -- [--brand ID] [--last N] [--json]
npm run nights -- --check [--brand ID] [--within HOURS] [--json]

  --brand ID      runs of this brand alone
  --last N        how many at most (20)
  --check         says whether each brand had a good night, and calls the hooks for one that is missing or was lost
  --within HOURS  a good night began so long ago at most (26)
  --json          [{id, brand, mode, started, ended, outcome, exitCode, ...}] on standard output, with --check
                  [{brand, outcome, started, reasons}]

Exit codes: 0 done, 1 unexpected, or a night that --check misses, 2 wrong use. A list tells of failed runs with 0.`,
  options: {
    brand: { type: 'string' },
    last: { type: 'string', default: '20' },
    check: { type: 'boolean', default: false },
    within: { type: 'string', default: '26' },
    json: { type: 'boolean', default: false },
  },
  run: nightsOf,
});
