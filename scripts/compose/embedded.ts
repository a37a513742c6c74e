import { join } from 'node:path';
import { createApi, openStore, type Store } from '#src/api/index.ts';
import { loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { runScript } from './child.ts';

export interface RunningUpstream {
  readonly origin: string;
  /** Ends what was started here; a foreign upstream is left alone. */
  close(): Promise<void>;
}

/**
 * The foreign upstream of the configuration, or the embedded API in this process on a free port. The embedded API's
 * store gets the demo catalogue where it holds no book.
 */
export async function withUpstream(config: Config, log: Log): Promise<RunningUpstream> {
  if (config.upstream !== undefined) return { origin: config.upstream, close: async () => {} };
  const prefixes = (await loadBrands(config.brands)).map(({ id, apiPrefix }) => ({ prefix: apiPrefix, brand: id }));
  const store = openStore(join(config.state, 'api'));
  if (isEmpty(store)) await seed(log);
  const api = createApi({ store, prefixes, media: store.media, log, checkAnswers: config.development });
  return {
    origin: await api.listen(0),
    async close() {
      await api.close();
      store.close();
    },
  };
}

const isEmpty = (store: Store) => store.catalogue.get('SELECT id FROM books LIMIT 1') === undefined;

/** @throws LecternError SEED; the command has said why on standard error */
async function seed(log: Log): Promise<void> {
  log.info('making the demo catalogue');
  const { code } = await runScript('seed', [], { signal: new AbortController().signal });
  if (code !== EXIT.done) throw new LecternError('SEED', 'The demo catalogue could not be made.', { exitCode: code });
}
