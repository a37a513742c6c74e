import { runCommand } from '#src/lib/cli.ts';
import { runMutants, selectFolders } from './mutants/run.ts';

await runCommand({
  help: `Makes many small mistakes (mutants) in the core of the code, and lists those that no unit test detects.

npm run mutants                        all folders, one at a time
npm run mutants -- --only routes       one folder; may be repeated
npm run mutants -- --fresh             ignores earlier results

Stryker is installed into var/mutants. Results are stored there as well, so later runs only test what has changed.
--json prints {folders: [{name, total, noticed, score, survivors, stale}], lowest} on standard output.
Exit codes: 0 every folder reaches its score, 1 a folder does not, 2 usage error.`,
  options: {
    only: { type: 'string', multiple: true },
    fresh: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run: ({ only = [], fresh = false, json = false }) => runMutants(selectFolders(only), { fresh, json }),
});
