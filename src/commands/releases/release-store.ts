import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { ConfigError, EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { createLog } from '#src/lib/log.ts';
import { printError } from '#src/lib/print.ts';
import { counted } from '#src/lib/text.ts';
import { holdFolder } from '#src/publish/rebuild/lock.ts';
import type { Lease, ObjectStore, PullReport, PushReport, SweepReport } from '#src/publish/release-store/index.ts';

const ACTIONS = ['push', 'pull', 'follow', 'sweep'] as const;
export type StoreAction = (typeof ACTIONS)[number];

export const isStoreAction = (action: string): action is StoreAction => ACTIONS.some((name) => name === action);

/** The results of an action, one per brand. Empty for the action `follow`, which runs until stopped. */
export type StoreReports = readonly (PushReport | PullReport | SweepReport)[];

/**
 * Pushes releases to the release store, pulls them, or deletes unused files from the store.
 * @throws ConfigError if no store is configured
 */
export function storeAction(
  config: Config,
  brands: readonly Pick<Brand, 'id'>[],
  action: StoreAction,
): Promise<{ readonly reports: StoreReports; readonly code: number }> {
  const folders = brands.map(({ id }) => join(config.state, id));
  return withStore(config, async (store) => {
    if (action === 'follow') return { reports: await follow(store, folders), code: EXIT.done };
    const reports: (PushReport | PullReport | SweepReport)[] = [];
    const codes: number[] = [EXIT.done];
    for (const { id } of brands) {
      try {
        reports.push(await DO[action](config, store, id));
      } catch (error) {
        // If there are several brands, the failure of one does not stop the others.
        if (brands.length === 1 || !(error instanceof LecternError)) throw error;
        printError(`${id}: ${error.message}\n`);
        codes.push(error.exitCode);
      }
    }
    return { reports, code: Math.max(...codes) };
  });
}

const DO = { push, pull, sweep };

async function push(config: Config, store: ObjectStore, brand: string): Promise<PushReport> {
  const { pushRelease } = await import('#src/publish/release-store/index.ts');
  return withLease(config, brand, (lease) => pushRelease({ store, brand, folder: join(config.state, brand), lease }));
}

async function sweep(config: Config, store: ObjectStore, brand: string): Promise<SweepReport> {
  const { sweepStore } = await import('#src/publish/release-store/index.ts');
  return withLease(config, brand, (lease) => sweepStore({ store, brand, lease }));
}

async function pull(config: Config, store: ObjectStore, brand: string): Promise<PullReport> {
  const { pullOnce } = await import('#src/publish/release-store/index.ts');
  const folder = join(config.state, brand);
  const report = await pullOnce(store, folder, holdFolder);
  if (report) return report;
  throw new ConfigError(
    `${store.address} has no release of "${brand}". Publish one on the machine that has it: npm run releases -- --brand ${brand} push`,
  );
}

async function follow(store: ObjectStore, folders: readonly string[]): Promise<StoreReports> {
  const { followStore } = await import('#src/publish/release-store/index.ts');
  const stop = new AbortController();
  const stopped = untilTerminated().then(() => stop.abort());
  for (const folder of folders) makeFolder(join(folder, 'releases'));
  await followStore({ store, folders, lock: holdFolder, log: createLog(), signal: stop.signal });
  await stopped;
  return [];
}

/** Runs `work` with the configured release store. Loads the code of the store on demand. */
async function withStore<T>({ releases }: Config, work: (store: ObjectStore) => Promise<T>): Promise<T> {
  if (releases === undefined)
    throw new ConfigError(
      'No release store is configured. Set LECTERN_RELEASES to a bucket such as s3://my-bucket/lectern, or to a shared folder such as file:///srv/releases.',
    );
  const { openStore } = await import('#src/publish/release-store/index.ts');
  const store = await openStore(releases);
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** Runs `work` with a lease for the brand. Without PostgreSQL, only one machine may publish, so no lease is needed. */
async function withLease<T>(
  { postgres }: Config,
  brand: string,
  work: (lease: Lease | undefined) => Promise<T>,
): Promise<T> {
  if (postgres === undefined) return work(undefined);
  const { acquireLease } = await import('#src/publish/release-store/index.ts');
  const lease = await acquireLease({ postgres, name: `publish ${brand}` });
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/**
 * Pushes this machine's live release to the release store, if a store is configured.
 * @throws LecternError with exit code 6 if the push fails: the release is live on this machine, but the store still has
 * the previous release
 */
export async function publishToStore(config: Config, brand: string): Promise<void> {
  if (config.releases === undefined) return;
  try {
    await withStore(config, (store) => push(config, store, brand));
  } catch (cause) {
    const message = `The release is live on this machine, but not in the release store: ${messageOf(cause)} Try again: npm run releases -- --brand ${brand} push`;
    throw new LecternError('STORE', message, { exitCode: EXIT.store, cause });
  }
}

export const storeText = (reports: StoreReports): string => reports.map(lineOf).join('\n');

function lineOf(report: StoreReports[number]): string {
  if ('kept' in report)
    return `${report.brand}: ${counted(report.releases, 'release')} and ${counted(report.bodies, 'body', 'bodies')} removed; kept ${report.kept.join(', ')}`;
  const { brand, release, status, number, pages, files, bytes } = report;
  const amount = `${counted(pages, 'page')} and ${counted(files, 'file')}, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
  const outcome = { published: 'published', live: 'is live here', unchanged: 'was live already' }[status];
  return `${brand}: ${release} ${outcome} (number ${number}), ${amount} moved`;
}
