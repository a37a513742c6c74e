import { defineCommand } from '#src/lib/cli.ts';
import { start } from './start-all.ts';

export const command = defineCommand({
  help: `Runs everything on this machine: the embedded API with demo books, a first rebuild if a brand has no pages yet, and the
site. Prints the address; stop it with SIGTERM or Ctrl+C.

npm start -- [--brand ID] [--port N]

  --brand ID   build and show only this brand; default: local first, the others in the background
  --port N     default PORT, else 4321; 0 takes any free port

LECTERN_UPSTREAM replaces the embedded API, LECTERN_STATE the folder var/.
Exit codes: 0 stopped, 1 unexpected error, 2 usage error or port in use, 3 the upstream failed.`,
  options: { brand: { type: 'string' }, port: { type: 'string' } },
  run: ({ brand, port }) => start({ brand, port }),
});
