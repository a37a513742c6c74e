import { runCommand } from '#src/lib/cli.ts';
import { runDevAdmin } from './programs/dev-admin.ts';

await runCommand({
  help: `Serves the admin's page with Vite's development server over the admin of var/dev, which npm run dev uses too. Changes of
src/admin-ui show at once. Only for work on the code.

npm run dev:admin -- [--port N]

  --port N   default 4400; 0 takes any free port

To sign in, invite yourself once: LECTERN_STATE=var/dev npm run admin -- grant you@example.org owner
Exit codes: 0 stopped, 1 unexpected, 2 wrong use or a port in use.`,
  options: { port: { type: 'string', default: '4400' } },
  run: ({ port }) => runDevAdmin(port),
});
