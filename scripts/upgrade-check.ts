import { runCommand } from '#src/lib/cli.ts';
import { upgradeCheck } from './programs/upgrade-check.ts';

await runCommand({
  help: `Says what stands against running this version of Lectern over a state that an older one made, and what will follow
(docs/operate/upgrade.md). Run it in the new checkout. It changes nothing.

npm run upgrade:check -- [--from FOLDER] [--environment FILE] [--json]

  --from FOLDER       the checkout that runs now: its brands and settings are compared with those of this version
  --environment FILE  settings of the services, one NAME=value a line; default /etc/lectern/environment where there is one
  --json              [{level, subject, message}] on standard output; level is stop, note or good

Exit codes: 0 nothing stands against it, 1 something does, 2 wrong use.`,
  options: {
    from: { type: 'string' },
    environment: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  run: upgradeCheck,
});
