import { runCommand } from '#src/lib/cli.ts';
import { releasesOf } from './programs/releases.ts';

await runCommand({
  help: `Shows the releases of a brand, compares two, looks whether one is whole, goes back to an earlier one, or shares them with
other machines.

npm run releases -- --brand ID [list] [--json]             newest first; * is live
npm run releases -- --brand ID diff A B [--json]           pages and browser files added, changed and removed from A to B
npm run releases -- [--brand ID] verify [--json]           compares the files of the live release with its manifest
npm run releases -- --brand ID verify RELEASE [--json]     the same of another release
npm run releases -- --brand ID rollback [--json]           makes the release before the live one live
npm run releases -- --brand ID rollback RELEASE [--json]   makes this release live

npm run releases -- [--brand ID] push [--json]             makes the live release that of the store (LECTERN_RELEASES)
npm run releases -- [--brand ID] pull [--json]             makes the store's live release the live one here
npm run releases -- [--brand ID] follow                    does so with each that is published, until it is stopped
npm run releases -- [--brand ID] sweep [--json]            removes from the store what no kept release needs

verify finds files that are missing, extra, or of another size or content. Without --brand it looks at all brands. A rollback
looks in the same way first, and refuses a release that is not whole. A store is a bucket or a folder that machines share
(docs/operate/release-store.md).
  --sample N   reads so many pages; of the others only the size is compared

Exit codes: 0 done, 1 verify has found something, or the release to go back to is damaged, or the store
did not answer, 2 wrong use, 6 live here, but not in the store.`,
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
