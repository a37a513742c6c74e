import { runCommand } from '#src/lib/cli.ts';
import { serveSite } from './programs/serve-site.ts';

await runCommand({
  help: `Serves the live releases of all brands until it is stopped (SIGTERM or Ctrl+C ends it cleanly; docs/operate/server.md).

npm run site -- [--brand ID]… [--port N] [--upstream URL]

  --brand ID       serves this brand, and again for more; default all. /readyz asks for releases of these alone
  --port N         default PORT, else 4321; 0 takes any free port
  --upstream URL   the API that pages and calls go to; default LECTERN_UPSTREAM, else http://127.0.0.1:4322,
                   which is where "npm run api" is

Exit codes: 0 stopped, 2 wrong use or a port in use.`,
  options: {
    brand: { type: 'string', multiple: true },
    port: { type: 'string' },
    upstream: { type: 'string' },
  },
  run: serveSite,
});
