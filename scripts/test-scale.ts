import { runCommand } from '#src/lib/cli.ts';
import { testScale } from './scale/run.ts';

await runCommand({
  help: `Makes a night by three workers, two sites behind nginx following it, while one worker is killed, one stands still for a minute,
PostgreSQL restarts and every tenth request to the store fails. Compares the release with one process's, and lets a reader who
signed in at one of two APIs before go on at the other (docs/operate/workers.md).
Everything is started on this machine: PostgreSQL and nginx of Debian's packages, an S3 server of npm's.

npm run test:scale [-- --pages N] [--pause SECONDS] [--json]

  --pages N        of the catalogue, about (20000)
  --pause SECONDS  for which a worker stands still (60)
  --json           {machine, rows} on standard output

Exit codes: 0 all held, 1 something did not, 2 wrong use.`,
  options: {
    pages: { type: 'string', default: '20000' },
    pause: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
  run: testScale,
});
