import { runCommand } from '#src/lib/cli.ts';
import { runDev } from './programs/dev.ts';

await runCommand({
  help: `Serves one brand with Astro's development server over the embedded API, filled once with 40 demo books. Changes of
components, islands, styles, texts, view models and brand files show at once. For work on the code, never for visitors.

npm run dev -- [--brand ID] [--port N]

  --brand ID   the brand (local)
  --port N     default PORT, else 4321; 0 takes any free port

LECTERN_UPSTREAM takes another API instead of the embedded one, LECTERN_STATE another folder than var/dev.
Exit codes: 0 stopped, 1 unexpected, 2 wrong use or a port in use, 3 the upstream failed.`,
  options: { brand: { type: 'string', default: 'local' }, port: { type: 'string' } },
  run: ({ brand, port }) => runDev({ brand, port }),
});
