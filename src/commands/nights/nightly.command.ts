import { defineCommand } from '#src/lib/cli.ts';
import { nightly } from './nightly.ts';

export const command = defineCommand({
  help: `Rebuilds each brand at its time (night in its brand.ts, else 03:15) until it is stopped (SIGTERM or Ctrl+C). Missed nights
run at the start. Use it where there is no timer (docs/operate/nights.md).

npm run nightly -- [--brand ID]... [--at-once N] [--delay MINUTES]
npm run nightly -- --plan [--brand ID]... [--json]

  --brand ID       only this brand; may be repeated
  --at-once N      how many brands are rebuilt at a time (1)
  --delay MINUTES  random delay of each night, at most this long (10)
  --plan           prints when each brand's next night is and whether the last one was missed, and exits
  --json           with --plan: [{brand, at, timeZone, next, missed}] on standard output

Exit codes: 0 stopped, 1 unexpected error, 2 usage error or already running over this state. Failed nights do not change
the exit code; npm run nights lists them.`,
  options: {
    brand: { type: 'string', multiple: true },
    'at-once': { type: 'string', default: '1' },
    delay: { type: 'string', default: '10' },
    plan: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  run: nightly,
});
