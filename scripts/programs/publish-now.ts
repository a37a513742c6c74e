import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { PageChanges, Rebuild, RebuildReport } from '#src/rebuild/index.ts';
import { LockedError } from '#src/rebuild/lock.ts';
import { liveId } from '#src/release/index.ts';
import { renewProxyConfig } from './proxy-renewal.ts';
import { composeRebuild, runRecorded } from './rebuild.ts';
import { publishToStore } from './release-store.ts';
import { withUpstream } from './running-upstream.ts';

/** What became of a brand. Its pages are those that changed. */
export interface PublishedBrand extends PageChanges {
  readonly brand: string;
  readonly status: 'published' | 'unchanged' | 'failed';
  /** The live one. */
  readonly release: string | null;
  readonly exitCode: number;
  /** Why it failed. */
  readonly reason?: string;
}

export interface PublishOptions {
  readonly config: Config;
  readonly rebuild: Rebuild;
  /** Those to publish; ones without a live release are left out. */
  readonly chosen: readonly Brand[];
  readonly log: Log;
  /** Called after each brand that did not fail. */
  onBrand?(brand: Brand): Promise<void>;
}

/** How long another run may hold the lock of a brand before the change is left to the next night. */
const LOCK_WAIT_MS = 15 * 60_000;
const LOCK_LOOK_MS = 500;
/** While one brand waits for the disk or the API, another one works. */
const AT_A_TIME = 3;

/** Brings what is in the API to the live sites: a night for each brand, now. A brand that fails does not stop the others. */
export async function publishNow(options: PublishOptions): Promise<PublishedBrand[]> {
  const { config, chosen } = options;
  const live = chosen.filter(({ id }) => liveId(join(config.state, id)) !== undefined);
  const published = new Map<string, PublishedBrand>();
  const waiting = [...live];
  const worker = async () => {
    for (let brand = waiting.shift(); brand; brand = waiting.shift())
      published.set(brand.id, await publishBrand(brand, options));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  await renewProxyConfig(config);
  for (const { id } of live) await publishToStore(config, id);
  return live.flatMap(({ id }) => published.get(id) ?? []);
}

async function publishBrand(brand: Brand, options: PublishOptions): Promise<PublishedBrand> {
  const { rebuild, config, log, onBrand } = options;
  const { report, end, error } = await whenUnlocked(() =>
    runRecorded(rebuild, brand, { namesPages: true, skipsDamageSearch: true }, { config, log }),
  );
  const status = statusOf(report);
  if (status !== 'failed') await onBrand?.(brand);
  const { added, changed, removed } = report?.changes ?? { added: [], changed: [], removed: [] };
  const outcome = { brand: brand.id, status, release: end.release, exitCode: end.exitCode, added, changed, removed };
  return error === undefined ? outcome : { ...outcome, reason: messageOf(error) };
}

const statusOf = (report: RebuildReport | undefined): PublishedBrand['status'] =>
  report?.status === 'published' || report?.status === 'unchanged' ? report.status : 'failed';

async function whenUnlocked<T extends { readonly error?: unknown }>(work: () => Promise<T>): Promise<T> {
  const latest = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const done = await work();
    if (!(done.error instanceof LockedError) || Date.now() > latest) return done;
    await new Promise((resolve) => setTimeout(resolve, LOCK_LOOK_MS));
  }
}

/** Does work with the rebuild of all commands, over the upstream that is configured. */
export async function withRebuild<T>(
  { config, brands, log }: { readonly config: Config; readonly brands: readonly Brand[]; readonly log: Log },
  work: (rebuild: Rebuild) => Promise<T>,
): Promise<T> {
  const upstream = await withUpstream(config, log);
  const rebuild = composeRebuild(config, brands, upstream.origin, log);
  try {
    return await work(rebuild);
  } finally {
    await rebuild.close();
    await upstream.close();
  }
}
