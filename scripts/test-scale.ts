import { runCommand } from '#src/lib/cli.ts';
import { testScale } from './scale/run.ts';

await runCommand({
  help: `Runs a night with three workers and two following sites behind nginx, while one worker is killed, one is paused for a minute,
PostgreSQL restarts and every tenth request to the store fails. Compares the release with that of a single process, and checks
that a reader signed in at one of two APIs can use the other (docs/operate/workers.md).
Everything runs on this machine: PostgreSQL and nginx from Debian packages, an S3 server from npm.

npm run test:scale [-- --pages N] [--pause SECONDS] [--json]

  --pages N        approximate size of the catalogue (20000)
  --pause SECONDS  how long a worker is paused (60)
  --json           {machine, rows} on standard output

Exit codes: 0 passed, 1 failed, 2 usage error.`,
  options: {
    pages: { type: 'string', default: '20000' },
    pause: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
  run: testScale,
});
