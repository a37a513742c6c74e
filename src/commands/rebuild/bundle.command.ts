import { getConfig } from '#src/config/config.ts';
import { defineCommand } from '#src/lib/cli.ts';
import { createLog } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { ROOT } from '../run-script.ts';

export const command = defineCommand({
  help: `Builds the site bundle of this version of the code, if it is missing, and prints its folder.

npm run bundle

Rebuild and site build it when they need it; run this after an update to do it ahead of time.`,
  options: {},
  async run() {
    const log = createLog();
    const { state, pseudo } = getConfig(process.env);
    const { folder } = await ensureBundle({ root: ROOT, state, pseudo, log });
    print(`${folder}\n`);
  },
});
