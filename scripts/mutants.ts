import { runCommand } from '#src/lib/cli.ts';
import { runMutants, selectFolders } from './mutants/run.ts';

await runCommand({
  help: `Changes the core of the code by many small mistakes (mutants), and tells which of them no unit test notices.

npm run mutants                        all folders, one after the other
npm run mutants -- --only routes       one folder; repeat --only for several
npm run mutants -- --anew              forgets what earlier runs found

Stryker is installed into var/mutants, where results are kept too: only what changed since is tried again.
--json prints {folders: [{name, total, noticed, score, survivors, stale}], lowest} on standard output.
Exit codes: 0 every folder has its score, 1 one has not, 2 wrong use.`,
  options: {
    only: { type: 'string', multiple: true },
    anew: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run: ({ only = [], anew = false, json = false }) => runMutants(selectFolders(only), { anew, json }),
});
