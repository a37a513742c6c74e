import { runCommand } from '#src/lib/cli.ts';
import { work } from './programs/worker.ts';

await runCommand({
  help: `Makes nights, and shards of large ones, that are in the queue, until it is stopped (SIGTERM or Ctrl+C: the job in hand is
finished). It runs on as many machines as are needed (docs/operate/workers.md).

npm run worker

Nights come into the queue by npm run nightly with LECTERN_QUEUE=on, or by npm run rebuild -- --queue. Needs LECTERN_POSTGRES,
LECTERN_RELEASES and LECTERN_UPSTREAM, and a LECTERN_STATE of its own.

Exit codes: 0 stopped, 1 unexpected, 2 wrong use, or another one runs over the same state.`,
  options: {},
  run: work,
});
