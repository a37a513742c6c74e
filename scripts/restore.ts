import { runCommand } from '#src/lib/cli.ts';
import { restoreFrom } from './programs/restore.ts';

await runCommand({
  help: `Puts a backup back into the state and the brands' folder, once the API and the site have ended (docs/operate/backup.md).

npm run restore -- --from DIR [--replace] [--json]
npm run restore -- --from DIR --check [--json]

  --from DIR   a backup, or the folder of all backups for the newest
  --replace    what is in the way is moved to .replaced-<moment> in the state
  --check      compares the backup with its checksums, looks into its databases and changes nothing
  --json       {folder, made, parts, brands, keptBrands, aside, ...} on standard output

A brand that is there is left as it is. Exit codes: 0 done, 1 unexpected, or the backup is damaged, 2 wrong use.`,
  options: {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  run: restoreFrom,
});
