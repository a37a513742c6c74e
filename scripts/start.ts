import { runCommand } from '#src/lib/cli.ts';
import { start } from './programs/start-all.ts';

await runCommand({
  help: `Runs everything on this machine: the embedded API (filled once with demo books), a first rebuild where a brand
has no pages yet, and the site. Prints the address; SIGTERM or Ctrl+C ends all of it cleanly.

npm start -- [--brand ID] [--port N]

  --brand ID   build and show this brand, and no other where it has no pages yet; default: local at once,
               the others one after another in the background
  --port N     default PORT, else 4321; 0 takes any free port

LECTERN_UPSTREAM takes another API instead of the embedded one, LECTERN_STATE another folder than var/.
Exit codes: 0 stopped, 1 unexpected, 2 wrong use or a port in use, 3 the upstream failed.`,
  options: { brand: { type: 'string' }, port: { type: 'string' } },
  run: ({ brand, port }) => start({ brand, port }),
});
