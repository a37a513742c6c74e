import { runCommand } from '#src/lib/cli.ts';
import { nightly } from './programs/nightly.ts';

await runCommand({
  help: `Rebuilds each brand at its time (night in its brand.ts, else 03:15), until it is stopped (SIGTERM or Ctrl+C ends it
cleanly). A night that was missed is made up for at the start. The same as a timer, where there is none (docs/operate/nights.md).

npm run nightly -- [--brand ID]... [--at-once N] [--delay MINUTES]
npm run nightly -- --plan [--brand ID]... [--json]

  --brand ID       this brand alone; may be given again
  --at-once N      how many brands are rebuilt at a time (1)
  --delay MINUTES  each night begins so much later at most, at random (10)
  --plan           says when each brand's next night is and whether the last one was missed, and ends
  --json           with --plan: [{brand, at, timeZone, next, missed}] on standard output

Exit codes: 0 stopped, 1 unexpected, 2 wrong use, or another one runs over the same state. How a night ends changes none:
npm run nights lists them.`,
  options: {
    brand: { type: 'string', multiple: true },
    'at-once': { type: 'string', default: '1' },
    delay: { type: 'string', default: '10' },
    plan: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  run: nightly,
});
