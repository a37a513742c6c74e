import { runCommand } from '#src/lib/cli.ts';
import { backupTo } from './programs/backup.ts';

await runCommand({
  help: `Copies the state to DIR/<moment> while everything goes on running (docs/operate/backup.md).

npm run backup -- --to DIR [--releases] [--keep N] [--json]

  --to DIR     folder of all backups, outside the state
  --releases   the live release of each brand too; a rebuild can make them anew
  --keep N     removes all backups in DIR but the newest N
  --json       {folder, made, parts, files, bytes, removed, ...} on standard output

In it are the embedded API's databases and pictures, the record of nights, the brands and the field data.
Exit codes: 0 done, 1 unexpected, or a database is damaged, 2 wrong use.`,
  options: {
    to: { type: 'string' },
    releases: { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  run: backupTo,
});
