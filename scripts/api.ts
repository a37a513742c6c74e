import { join } from 'node:path';
import { createApi, openStore } from '#src/api/index.ts';
import { loadBrands } from '#src/brand/registry.ts';
import { runCommand } from '#src/lib/cli.ts';
import { getConfig, portOf } from '#src/lib/config.ts';
import { createLog } from '#src/lib/log.ts';
import { untilStopped } from '#src/lib/stop.ts';

await runCommand({
  help: `Serves the content API to this machine until it is stopped (SIGTERM or Ctrl+C ends it cleanly).

npm run api -- [--port N]      N is 4322 where nothing is given; 0 takes any free port`,
  options: { port: { type: 'string', default: '4322' } },
  async run({ port }) {
    const { state, brands, development } = getConfig(process.env);
    const prefixes = (await loadBrands(brands)).map(({ id, apiPrefix }) => ({ prefix: apiPrefix, brand: id }));
    const store = openStore(join(state, 'api'));
    const api = createApi({ store, prefixes, media: store.media, log: createLog(), checkAnswers: development });
    process.stdout.write(`${await api.listen(portOf(port, '--port'))}\n`);
    await untilStopped();
    await api.close();
    store.close();
  },
});
