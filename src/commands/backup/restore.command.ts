import { defineCommand } from '#src/lib/cli.ts';
import { restoreFrom } from './restore.ts';

export const command = defineCommand({
  help: `Restores a backup into the state and the brands' folder. Stop the API and the site first (docs/operate/backup.md).

npm run restore -- --from DIR [--replace] [--json]
npm run restore -- --from DIR --check [--json]

  --from DIR   a backup, or the folder of all backups for the newest
  --replace    moves existing files to .replaced-<time> in the state
  --check      verifies the backup's checksums and databases, and changes nothing
  --json       {folder, made, parts, brands, keptBrands, aside, ...} on standard output

Existing brands are left unchanged. Exit codes: 0 done, 1 unexpected error or damaged backup, 2 usage error.`,
  options: {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  run: restoreFrom,
});
