import { join } from 'node:path';
import { createApi, openStore } from '#src/api/index.ts';
import { loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import type { Log } from '#src/lib/log.ts';

export interface RunningUpstream {
  readonly origin: string;
  /** Ends what was started here; a foreign upstream is left alone. */
  close(): Promise<void>;
}

/** The foreign upstream of the configuration, or the embedded API in this process on a free port. */
export async function withUpstream(config: Config, log: Log): Promise<RunningUpstream> {
  if (config.upstream !== undefined) return { origin: config.upstream, close: async () => {} };
  const prefixes = (await loadBrands(config.brands)).map(({ id, apiPrefix }) => ({ prefix: apiPrefix, brand: id }));
  const store = openStore(join(config.state, 'api'));
  const api = createApi({ store, prefixes, media: store.media, log, checkAnswers: config.development });
  return {
    origin: await api.listen(0),
    async close() {
      await api.close();
      store.close();
    },
  };
}
