import { join } from 'node:path';
import { openStore } from '#src/api/index.ts';
import { runCommand, untilTerminated } from '#src/lib/cli.ts';
import { getConfig, portOf } from '#src/lib/config.ts';
import { createLog } from '#src/lib/log.ts';
import { composeApi } from './programs/embedded-api.ts';

await runCommand({
  help: `Serves the content API to this machine until it is stopped (SIGTERM or Ctrl+C ends it cleanly).

npm run api -- [--port N]      N is 4322 where nothing is given; 0 takes any free port

With NODE_ENV=development it checks its answers by the contract, which can be read and tried at /docs.`,
  options: { port: { type: 'string', default: '4322' } },
  async run({ port }) {
    const config = getConfig(process.env);
    const store = await openStore(join(config.state, 'api'), config.store);
    const api = await composeApi(config, store, createLog());
    const stopped = untilTerminated();
    process.stdout.write(`${await api.listen(portOf(port, '--port'))}\n`);
    await stopped;
    await api.close();
    await store.close();
  },
});
