import { defineCommand } from '#src/lib/cli.ts';
import { work } from './worker.ts';

export const command = defineCommand({
  help: `Runs queued nights, and shards of large ones, until it is stopped (SIGTERM or Ctrl+C; the current job is finished first).
It can run on any number of machines (docs/operate/workers.md).

npm run worker

Nights are queued by npm run nightly with LECTERN_QUEUE=on, or by npm run rebuild -- --queue. Needs LECTERN_POSTGRES,
LECTERN_RELEASES and LECTERN_UPSTREAM, and a separate LECTERN_STATE.

Exit codes: 0 stopped, 1 unexpected error, 2 usage error or already running over this state.`,
  options: {},
  run: work,
});
