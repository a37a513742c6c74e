import { defineCommand } from '#src/lib/cli.ts';
import { print } from '#src/lib/print.ts';
import { releasesOf } from './releases.ts';

export const command = defineCommand({
  help: `Lists the releases of a brand, compares two, verifies or compresses one, rolls back to an earlier one, or shares them with
other machines.

npm run releases -- --brand ID [list] [--json]             newest first; * is live
npm run releases -- --brand ID diff A B [--json]           pages and browser files added, changed and removed from A to B
npm run releases -- [--brand ID] verify [--json]           verifies the files of the live release
npm run releases -- --brand ID verify RELEASE [--json]     verifies another release
npm run releases -- --brand ID rollback [--json]           makes the previous release live
npm run releases -- --brand ID rollback RELEASE [--json]   makes this release live
npm run releases -- [--brand ID] compress [--json]         compresses the live release as well as possible

npm run releases -- [--brand ID] push [--json]             publishes the live release to the store (LECTERN_RELEASES)
npm run releases -- [--brand ID] pull [--json]             makes the store's live release live here
npm run releases -- [--brand ID] follow                    pulls each new release until stopped
npm run releases -- [--brand ID] sweep [--json]            deletes files from the store that no release needs

verify finds files that are missing, extra, or differ in size or content. Without --brand it verifies all brands. A rollback
verifies the release first and refuses a damaged one. A store is a bucket or a shared folder (docs/operate/release-store.md).
compress: see docs/operate/compression.md.
  --sample N   reads N pages; compares only the size of the others
  --idle       with compress: lowest priority, pauses while the machine is busy

Exit codes: 0 done, 1 verify has findings, a release is damaged, compress failed or the store does not answer, 2 usage
error, 6 live here, but not in the store.`,
  options: {
    brand: { type: 'string' },
    sample: { type: 'string' },
    idle: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  positionals: true,
  async run({ brand, sample, idle, json }, [action = 'list', ...ids]) {
    const { text, code } = await releasesOf({ brand, action, ids, sample, idle, json });
    print(text);
    return code;
  },
});
