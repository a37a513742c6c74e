import { join } from 'node:path';
import { openStore } from '#src/api/index.ts';
import { getConfig, portOf } from '#src/config/config.ts';
import { defineCommand, untilTerminated } from '#src/lib/cli.ts';
import { createLog } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { composeApi } from './embedded-api.ts';

export const command = defineCommand({
  help: `Serves the content API on this machine until it is stopped (SIGTERM or Ctrl+C).

npm run api -- [--port N]      default 4322; 0 takes any free port

With NODE_ENV=development it validates its responses against the contract and serves an interactive reference at /docs.`,
  options: { port: { type: 'string', default: '4322' } },
  async run({ port }) {
    const config = getConfig(process.env);
    const store = await openStore(join(config.state, 'api'), config.store);
    const api = await composeApi(config, store, createLog());
    const stopped = untilTerminated();
    print(`${await api.listen(portOf(port, '--port'))}\n`);
    await stopped;
    await api.close();
    await store.close();
  },
});
