import { defineCommand } from '#src/lib/cli.ts';
import { nightsOf } from './nights.ts';

export const command = defineCommand({
  help: `Lists the runs of the rebuild, newest first, with their brand, outcome and reason (docs/operate/nights.md).

npm run nights -- [--brand ID] [--last N] [--json]
npm run nights -- --check [--brand ID] [--within HOURS] [--json]

  --brand ID      only runs of this brand
  --last N        at most N runs (20)
  --check         reports whether each brand had a good night, and calls the hooks for missing and lost nights
  --within HOURS  how recently a good night must have started (26)
  --json          [{id, brand, mode, started, ended, outcome, exitCode, ...}] on standard output, with --check
                  [{brand, outcome, started, reasons}]

Exit codes: 0 done, 1 unexpected error or --check has findings, 2 usage error. Listing failed runs exits with 0.`,
  options: {
    brand: { type: 'string' },
    last: { type: 'string', default: '20' },
    check: { type: 'boolean', default: false },
    within: { type: 'string', default: '26' },
    json: { type: 'boolean', default: false },
  },
  run: nightsOf,
});
