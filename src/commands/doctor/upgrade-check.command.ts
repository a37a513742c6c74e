import { defineCommand } from '#src/lib/cli.ts';
import { upgradeCheck } from './upgrade-check.ts';

export const command = defineCommand({
  help: `Checks whether this version of Lectern can run over the state of an older version, and lists the consequences
(docs/operate/upgrade.md). Run it in the new checkout. It changes nothing.

npm run upgrade:check -- [--from FOLDER] [--environment FILE] [--json]

  --from FOLDER       the running checkout, whose brands and settings are compared with this version
  --environment FILE  settings of the services, one NAME=value per line; default /etc/lectern/environment if it exists
  --json              [{level, subject, message}] on standard output; level is stop, note or good

Exit codes: 0 ready to upgrade, 1 something must be fixed first, 2 usage error.`,
  options: {
    from: { type: 'string' },
    environment: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  run: upgradeCheck,
});
