import { defineCommand } from '#src/lib/cli.ts';
import { serveSite } from './serve-site.ts';

export const command = defineCommand({
  help: `Serves the live releases of all brands until it is stopped (SIGTERM or Ctrl+C; docs/operate/server.md).

npm run site -- [--brand ID]… [--port N] [--upstream URL]

  --brand ID       serves this brand; may be repeated; default all. /readyz checks only these brands
  --port N         default PORT, else 4321; 0 takes any free port
  --upstream URL   the API for pages and calls; default LECTERN_UPSTREAM, else http://127.0.0.1:4322,
                   the address of "npm run api"

Exit codes: 0 stopped, 2 usage error or port in use.`,
  options: {
    brand: { type: 'string', multiple: true },
    port: { type: 'string' },
    upstream: { type: 'string' },
  },
  run: serveSite,
});
