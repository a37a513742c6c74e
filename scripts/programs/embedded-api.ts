import { join } from 'node:path';
import { type Api, createApi, openSharedLimits, openStore, type Store, setWholeBrands } from '#src/api/index.ts';
import { type Brand, type BrandSet, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { apiReference } from './api-reference.ts';
import { pushConfig } from './push-config.ts';
import { runScript } from './run-script.ts';
import { siteAddress } from './site-address.ts';

export interface RunningUpstream {
  readonly origin: string;
  /** Ends what was started here; a foreign upstream is left alone. */
  close(): Promise<void>;
}

/** The embedded API in this process on a free port. Its store gets the demo catalogue where it holds no book. */
export async function startEmbedded(config: Config, log: Log): Promise<RunningUpstream> {
  const store = await openStore(join(config.state, 'api'), config.store);
  if (await isEmpty(store)) await seed(log);
  const api = await composeApi(config, store, log);
  return {
    origin: await api.listen(0),
    async close() {
      await api.close();
      await store.close();
    },
  };
}

/** How long a call waits for another process that writes. All calls wait with it, so it is short: the call is 503 then. */
const WAIT_FOR_WRITER_MS = 250;

/** The embedded API over `store`, under the prefixes of all brands. */
export async function composeApi(config: Config, store: Store, log: Log): Promise<Api> {
  store.visitors.setPatience(WAIT_FOR_WRITER_MS);
  const { development: checkResponses, measurement, mail, oidc } = config;
  const all = await readBrands(config);
  const brands = all.served;
  await setWholeBrands(store, wholeBrands(brands), unknownBrands(all));
  const push = pushConfig(config, brands);
  const prefixes = brands.map((brand) => ({
    prefix: brand.apiPrefix,
    brand: brand.id,
    accounts: brand.accounts,
    site: { origin: siteAddress(brand, config), name: brand.appName },
    measurementIds: brand.analytics.map(({ measurementId }) => measurementId),
  }));
  const reference = config.development ? await apiReference(prefixes.map(({ prefix }) => prefix)) : undefined;
  const limits = store.postgres === undefined ? undefined : await openSharedLimits(store.postgres);
  const api = createApi({
    store,
    prefixes,
    media: store.media,
    log,
    checkResponses,
    measurement,
    mail,
    oidc,
    push,
    reference,
    ...(limits && { createLimiter: limits.createLimiter }),
  });
  return {
    ...api,
    async close() {
      await api.close();
      await limits?.close();
    },
  };
}

/** Ids of those that have every book. */
export const wholeBrands = (brands: readonly Brand[]) =>
  brands.filter(({ catalogue }) => catalogue === 'whole').map(({ id }) => id);

/** Ids of the broken brands of which nothing was recorded: what the store knows of them stays. */
const unknownBrands = ({ broken }: BrandSet) => broken.flatMap(({ id, lastGood }) => (lastGood ? [] : [id]));

export const isEmpty = async (store: Store) =>
  (await store.catalogue.get('SELECT id FROM books LIMIT 1')) === undefined;

/** Whether the embedded API's store has no book yet. */
export async function lacksBooks({ state, store: postgres }: Config): Promise<boolean> {
  const store = await openStore(join(state, 'api'), postgres);
  try {
    return await isEmpty(store);
  } finally {
    await store.close();
  }
}

/** @throws LecternError SEED; the command has said why on standard error */
async function seed(log: Log): Promise<void> {
  log.info('making the demo catalogue');
  const { code } = await untilSignal((signal) => runScript('seed', [], { signal }));
  if (code !== EXIT.done) throw new LecternError('SEED', 'The demo catalogue could not be made.', { exitCode: code });
}

/** The other process is in a group of its own, so it has to be told where this one is ended. */
async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
