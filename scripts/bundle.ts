import { runCommand } from '#src/lib/cli.ts';
import { getConfig } from '#src/lib/config.ts';
import { createLog } from '#src/lib/log.ts';
import { ensureBundle } from '#src/site-bundle/index.ts';
import { ROOT } from './programs/run-script.ts';

await runCommand({
  help: `Builds the site bundle of this version of the code, where it is not built yet, and prints its folder.

npm run bundle

Rebuild and site do it themselves when they need it; after an update this does it ahead of them.`,
  options: {},
  async run() {
    const log = createLog();
    const { state, pseudo } = getConfig(process.env);
    const { folder } = await ensureBundle({ root: ROOT, state, pseudo, log });
    process.stdout.write(`${folder}\n`);
  },
});
