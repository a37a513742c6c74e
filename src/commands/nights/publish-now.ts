import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { PageChanges, Rebuild, RebuildReport } from '#src/publish/rebuild/index.ts';
import { LockedError } from '#src/publish/rebuild/lock.ts';
import { liveId } from '#src/publish/release/index.ts';
import { withUpstream } from '../api/running-upstream.ts';
import { composeRebuild, runRecorded } from '../rebuild/rebuild.ts';
import { publishToStore } from '../releases/release-store.ts';
import { renewProxyConfig } from '../site/proxy-renewal.ts';

/** The result for one brand, with the pages that changed. */
export interface PublishedBrand extends PageChanges {
  readonly brand: string;
  readonly status: 'published' | 'unchanged' | 'failed';
  /** The live release. */
  readonly release: string | null;
  readonly exitCode: number;
  /** Reason for a failure. */
  readonly reason?: string;
}

export interface PublishOptions {
  readonly config: Config;
  readonly rebuild: Rebuild;
  /** The brands to publish. Brands without a live release are skipped. */
  readonly chosen: readonly Brand[];
  readonly log: Log;
  /** Called after each brand that was published successfully. */
  onBrand?(brand: Brand): Promise<void>;
}

/**
 * How long to wait while another run has locked the brand. After that, the change is published by the next nightly
 * rebuild.
 */
const LOCK_WAIT_MS = 15 * 60_000;
const LOCK_LOOK_MS = 500;
/** Number of brands that are published in parallel, because a rebuild often waits for the disk or the API. */
const AT_A_TIME = 3;

/** Rebuilds the live sites with the API's current content. If a brand fails, the others are still rebuilt. */
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
    runRecorded(rebuild, brand, { mode: 'night', namesPages: true, skipsDamageSearch: true }, { config, log }),
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
    const result = await work();
    if (!(result.error instanceof LockedError) || Date.now() > latest) return result;
    await new Promise((resolve) => setTimeout(resolve, LOCK_LOOK_MS));
  }
}

/** Runs `work` with the same kind of rebuild as `npm run rebuild`, which reads from the configured upstream. */
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
