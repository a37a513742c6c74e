import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type BrandTraces,
  brandTraces,
  type ForgottenBrand,
  forgetBrand,
  openStore,
  type Store,
  setWholeBrands,
} from '#src/api/index.ts';
import { keptDrawing } from '#src/brand/assets.ts';
import { lastGoodFolder } from '#src/brand/last-good.ts';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { counted } from '#src/lib/text.ts';
import { acquireLock } from '#src/rebuild/lock.ts';
import { listReleases } from '#src/release/index.ts';
import type { Terminal } from './brand-questions.ts';
import { wholeBrands } from './embedded-api.ts';
import { renewProxyConfig } from './proxy-renewal.ts';

export interface RemoveOptions {
  readonly id?: string | undefined;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** What a brand has left. */
interface Remains {
  /** Files and folders that there are, absolute. */
  readonly paths: readonly string[];
  readonly releases: number;
  /** In the embedded API. */
  readonly rows: BrandTraces;
}

/**
 * Removes a brand and all that it left; books stay.
 * @param terminal where there is somebody to ask whether this is meant
 * @returns what to print
 * @throws ConfigError where it cannot go, or nobody said that it shall; then all is as it was
 */
export async function removeBrand(config: Config, options: RemoveOptions, terminal?: Terminal): Promise<string> {
  const { id, yes, dryRun, json } = options;
  if (!id) throw new ConfigError('Say which brand: --id ID.');
  const brands = await loadBrands(config.brands);
  const brand = brandById(brands, id);
  const others = brands.filter((other) => other.id !== id);
  refuseNeeded(brand, others);
  const forgotten = forgottenOf(brand, others);
  const remains = await remainsOf(config, brand, forgotten);
  const plan = json ? '' : planText(brand, remains);
  if (!dryRun) {
    if (!yes) await confirm(id, planText(brand, remains), terminal);
    await remove(config, brand, others, forgotten, remains);
    await renewProxyConfig(config);
  }
  if (json) return `${JSON.stringify({ brand: id, ...remains, dryRun })}\n`;
  const head = dryRun ? `Would remove ${id}:\n` : `Removed ${id}:\n`;
  return `${head}${plan}${dryRun ? '' : 'Start the site and the API anew, so that they let go of it.\n'}`;
}

/** @throws ConfigError for the last brand, and for one that others name */
function refuseNeeded({ id }: Brand, others: readonly Brand[]): void {
  if (others.length === 0)
    throw new ConfigError(`"${id}" is the last brand, and a site needs one. Make another first.`);
  const naming = others.flatMap((other) => [
    ...(other.canonicalOwner === id ? [`"${other.id}" names it as canonicalOwner`] : []),
    ...(other.accounts === id ? [`"${other.id}" has its accounts in the group "${id}"`] : []),
  ]);
  if (naming.length > 0)
    throw new ConfigError(`"${id}" cannot go: ${naming.join(', ')}. Change that in brand.ts first.`);
}

const groupOf = ({ id, accounts = id }: Brand) => accounts;

function forgottenOf(brand: Brand, others: readonly Brand[]): ForgottenBrand {
  const groups = new Set([brand.id, groupOf(brand)]);
  for (const other of others) groups.delete(groupOf(other));
  return { id: brand.id, accounts: [...groups] };
}

const apiOf = ({ state }: Config) => join(state, 'api');

const hasStore = (config: Config) => config.store !== undefined || existsSync(apiOf(config));

async function remainsOf(config: Config, brand: Brand, forgotten: ForgottenBrand): Promise<Remains> {
  const { state } = config;
  const kept = join(state, brand.id);
  const drawing = join(state, '.drawings', await keptDrawing(brand));
  const paths = [brand.folder, kept, lastGoodFolder(state, brand.id), resolve('dist', brand.id), drawing];
  return {
    paths: paths.filter((path) => existsSync(path)),
    releases: existsSync(kept) ? listReleases(kept).length : 0,
    rows: hasStore(config) ? await withStore(config, (store) => brandTraces(store, forgotten)) : {},
  };
}

async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(apiOf(config), config.store);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function planText({ id }: Brand, { paths, releases, rows }: Remains): string {
  const inApi = Object.entries(rows).map(([name, count]) => `  ${count} ${name} in the API\n`);
  const live = releases > 0 ? `  with ${counted(releases, 'release')} of ${id}\n` : '';
  return [...paths.map((path) => `  ${path}\n`), live, ...inApi].join('');
}

/** @throws ConfigError unless somebody types the id */
async function confirm(id: string, plan: string, terminal: Terminal | undefined): Promise<void> {
  if (!terminal) throw new ConfigError(`This removes ${id} for good. Add --yes, or --dry-run to see what would go.`);
  terminal.tell(`This removes for good:\n${plan}`);
  const answer = await terminal.ask(`Type ${id} to go on`, '', () => undefined);
  if (answer !== id) throw new ConfigError('Nothing was changed.');
}

/** The brand's folder goes first: from then on no command makes anything of the brand anew. */
async function remove(
  config: Config,
  brand: Brand,
  others: readonly Brand[],
  forgotten: ForgottenBrand,
  { paths }: Remains,
): Promise<void> {
  const kept = join(config.state, brand.id);
  const lock = existsSync(kept) ? acquireLock(kept, brand.id) : undefined;
  try {
    const aside = join(config.brands, `.removed-${brand.id}-${randomBytes(4).toString('hex')}`);
    await rename(brand.folder, aside);
    if (hasStore(config))
      await withStore(config, async (store) => {
        await forgetBrand(store, forgotten);
        await setWholeBrands(store, wholeBrands(others));
      });
    for (const path of [aside, ...paths]) await rm(path, { recursive: true, force: true });
  } finally {
    lock?.release();
  }
}
