import { defineCommand } from '#src/lib/cli.ts';
import { backupTo } from './backup.ts';

export const command = defineCommand({
  help: `Copies the state to DIR/<time> while everything keeps running (docs/operate/backup.md).

npm run backup -- --to DIR [--releases] [--keep N] [--json]

  --to DIR     folder of all backups, outside the state
  --releases   includes the live release of each brand, which a rebuild can recreate
  --keep N     deletes all backups in DIR except the newest N
  --json       {folder, made, parts, files, bytes, removed, ...} on standard output

A backup contains the embedded API's databases and pictures, the record of nights, the brands and the field data.
Exit codes: 0 done, 1 unexpected error or damaged database, 2 usage error.`,
  options: {
    to: { type: 'string' },
    releases: { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  run: backupTo,
});
