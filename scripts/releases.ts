import { runCommand } from '#src/lib/cli.ts';
import { releasesOf } from './programs/releases.ts';

await runCommand({
  help: `Shows the releases of a brand, compares two of them, or goes back to the one before the live one.

npm run releases -- --brand ID [list] [--json]      newest first; * is live
npm run releases -- --brand ID rollback [--json]    makes the release before the live one live
npm run releases -- --brand ID diff A B [--json]    pages and browser files added, changed and removed from A to B`,
  options: { brand: { type: 'string' }, json: { type: 'boolean', default: false } },
  positionals: true,
  async run({ brand, json }, [action = 'list', ...ids]) {
    process.stdout.write(await releasesOf({ brand, action, ids, json }));
  },
});
