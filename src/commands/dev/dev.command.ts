import { defineCommand } from '#src/lib/cli.ts';
import { runDev } from './dev.ts';

export const command = defineCommand({
  help: `Serves one brand with Astro's development server over the embedded API with 40 demo books. Changes of components, islands,
styles, texts, view models and brand files are visible at once. For development only, not for visitors.

npm run dev -- [--brand ID] [--port N]

  --brand ID   the brand (local)
  --port N     default PORT, else 4321; 0 takes any free port

LECTERN_UPSTREAM replaces the embedded API, LECTERN_STATE the folder var/dev.
Exit codes: 0 stopped, 1 unexpected error, 2 usage error or port in use, 3 the upstream failed.`,
  options: { brand: { type: 'string', default: 'local' }, port: { type: 'string' } },
  run: ({ brand, port }) => runDev({ brand, port }),
});
