import { runCommand } from '#src/lib/cli.ts';
import { releasesOf } from './programs/releases.ts';

await runCommand({
  help: `Shows the releases of a brand, compares two, looks whether one is whole, or goes back to an earlier one.

npm run releases -- --brand ID [list] [--json]             newest first; * is live
npm run releases -- --brand ID diff A B [--json]           pages and browser files added, changed and removed from A to B
npm run releases -- [--brand ID] verify [--json]           compares the files of the live release with its manifest
npm run releases -- --brand ID verify RELEASE [--json]     the same of another release
npm run releases -- --brand ID rollback [--json]           makes the release before the live one live
npm run releases -- --brand ID rollback RELEASE [--json]   makes this release live

verify finds files that are missing, extra, or of another size or content. Without --brand it looks at all brands. A rollback
looks in the same way first, and refuses a release that is not whole.
  --sample N   reads so many pages; of the others only the size is compared

Exit codes: 0 done, 1 verify has found something, or the release to go back to is damaged, 2 wrong use.`,
  options: {
    brand: { type: 'string' },
    sample: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  positionals: true,
  async run({ brand, sample, json }, [action = 'list', ...ids]) {
    const { text, code } = await releasesOf({ brand, action, ids, sample, json });
    process.stdout.write(text);
    return code;
  },
});
