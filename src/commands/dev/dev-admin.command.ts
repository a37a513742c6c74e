import { defineCommand } from '#src/lib/cli.ts';
import { runDevAdmin } from './dev-admin.ts';

export const command = defineCommand({
  help: `Serves the admin page with Vite's development server, over the state of npm run dev (var/dev). Changes in src/admin/ui are
visible at once. For development only.

npm run dev:admin -- [--port N]

  --port N   default 4400; 0 takes any free port

To sign in, invite yourself once: LECTERN_STATE=var/dev npm run admin -- grant you@example.org owner
Exit codes: 0 stopped, 1 unexpected error, 2 usage error or port in use.`,
  options: { port: { type: 'string', default: '4400' } },
  run: ({ port }) => runDevAdmin(port),
});
