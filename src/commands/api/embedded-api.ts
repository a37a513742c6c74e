import { join } from 'node:path';
import { type Api, createApi, openSharedLimits, openStore, type Store, setWholeBrands } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { type Brand, type BrandSet, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { runScript } from '../run-script.ts';
import { pushConfig } from '../site/push-config.ts';
import { siteAddress } from '../site/site-address.ts';
import { apiReference } from './api-reference.ts';
import { statisticsConfig } from './statistics-config.ts';

export interface RunningUpstream {
  readonly origin: string;
  /** Stops the embedded API; does nothing for an external upstream. */
  close(): Promise<void>;
}

/**
 * Starts the embedded API in this process on a free port. An empty store is filled with the demo catalogue, unless the
 * site has its own brands.
 */
export async function startEmbedded(config: Config, log: Log): Promise<RunningUpstream> {
  const store = await openStore(join(config.state, 'api'), config.store);
  if (!config.isOwnSite && (await isEmpty(store))) await seed(log);
  const api = await composeApi(config, store, log);
  return {
    origin: await api.listen(0),
    async close() {
      await api.close();
      await store.close();
    },
  };
}

/**
 * How long a call waits for another process to finish writing, before the call responds with 503. The limit is short,
 * because all other calls of this process wait meanwhile.
 */
const WAIT_FOR_WRITER_MS = 250;

/** Creates the embedded API with this store, for the prefixes of all brands. */
export async function composeApi(config: Config, store: Store, log: Log): Promise<Api> {
  store.visitors.setBusyTimeout(WAIT_FOR_WRITER_MS);
  const { development: checkResponses, measurement, mail, oidc } = config;
  const all = await readBrands(config);
  const brands = all.served;
  await setWholeBrands(store, wholeBrands(brands), unknownBrands(all));
  const push = pushConfig(config, brands);
  const prefixes = brands.map((brand) => ({
    prefix: brand.apiPrefix,
    brand: brand.id,
    accounts: brand.accounts,
    site: { origin: siteAddress(brand, config), name: brand.appName, texts: brand.texts },
    measurementIds: brand.analytics.map(({ measurementId }) => measurementId),
    statistics: statisticsConfig(brand),
    livingLists: brand.livingLists === true,
    synonyms: brand.searchSynonyms,
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

/** Returns the ids of the brands that offer all books. */
export const wholeBrands = (brands: readonly Brand[]) =>
  brands.filter(({ catalogue }) => catalogue === 'whole').map(({ id }) => id);

/** Returns the ids of broken brands without a recorded configuration. The store keeps its settings for these brands. */
const unknownBrands = ({ broken }: BrandSet) => broken.flatMap(({ id, lastGood }) => (lastGood ? [] : [id]));

export const isEmpty = async (store: Store) =>
  (await store.catalogue.get(sql`SELECT id FROM books LIMIT 1`)) === undefined;

/** Returns true if the embedded API's store has no books. */
export async function lacksBooks({ state, store: postgres }: Config): Promise<boolean> {
  const store = await openStore(join(state, 'api'), postgres);
  try {
    return await isEmpty(store);
  } finally {
    await store.close();
  }
}

/** Runs `npm run seed`. @throws LecternError SEED if it fails, after it printed the reason to standard error */
async function seed(log: Log): Promise<void> {
  log.info('creating the demo catalogue');
  const { code } = await untilSignal((signal) => runScript('seed', [], { signal }));
  if (code !== EXIT.done)
    throw new LecternError('SEED', 'The demo catalogue could not be created.', { exitCode: code });
}

/**
 * Runs `work` with a signal that aborts on SIGINT or SIGTERM. A child process in another group does not get these
 * signals.
 */
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
