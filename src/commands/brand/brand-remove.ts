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
import type { Config } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { counted } from '#src/lib/text.ts';
import { acquireLock } from '#src/publish/rebuild/lock.ts';
import { listReleases } from '#src/publish/release/index.ts';
import { wholeBrands } from '../api/embedded-api.ts';
import { renewProxyConfig } from '../site/proxy-renewal.ts';
import type { Terminal } from './brand-questions.ts';

export interface RemoveOptions {
  readonly id?: string | undefined;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Everything that removing a brand would delete. */
interface Remains {
  /** Absolute paths of existing files and folders. */
  readonly paths: readonly string[];
  readonly releases: number;
  /** Numbers of rows in the embedded API's store. */
  readonly rows: BrandTraces;
}

/**
 * Deletes a brand's folder, releases and rows in the store. Books are kept.
 * @param terminal asks the user to confirm; undefined if there is no terminal
 * @returns the text to print
 * @throws ConfigError before anything is deleted, if the brand cannot be removed or the user does not confirm
 */
export async function removeBrand(config: Config, options: RemoveOptions, terminal?: Terminal): Promise<string> {
  const { id, yes, dryRun, json } = options;
  if (!id) throw new ConfigError('--id ID is missing. Give the id of a brand.');
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
  return `${head}${plan}${dryRun ? '' : 'Restart the site and the API so that they stop using it.\n'}`;
}

/**
 * Rejects the removal of a brand that is needed.
 * @throws ConfigError if it is the last brand, or other brands refer to it
 */
function refuseNeeded({ id }: Brand, others: readonly Brand[]): void {
  if (others.length === 0)
    throw new ConfigError(`"${id}" is the last brand, and a site needs one. Create another one first.`);
  const references = others.flatMap((other) => [
    ...(other.canonicalOwner === id ? [`"${other.id}" names it as canonicalOwner`] : []),
    ...(other.accounts === id ? [`"${other.id}" has its accounts in the group "${id}"`] : []),
  ]);
  if (references.length > 0)
    throw new ConfigError(`"${id}" cannot be removed: ${references.join(', ')}. Change their brand.ts first.`);
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
  const stateFolder = join(state, brand.id);
  const drawing = join(state, '.drawings', await keptDrawing(brand));
  const paths = [brand.folder, stateFolder, lastGoodFolder(state, brand.id), resolve('dist', brand.id), drawing];
  return {
    paths: paths.filter((path) => existsSync(path)),
    releases: existsSync(stateFolder) ? listReleases(stateFolder).length : 0,
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

/** Asks the user to type the id of the brand. @throws ConfigError if the user does not */
async function confirm(id: string, plan: string, terminal: Terminal | undefined): Promise<void> {
  if (!terminal)
    throw new ConfigError(`This removes ${id} permanently. Add --yes, or --dry-run to see what would be removed.`);
  terminal.tell(`This removes permanently:\n${plan}`);
  const answer = await terminal.ask(`Type ${id} to continue`, '', () => undefined);
  if (answer !== id) throw new ConfigError('Nothing was removed.');
}

/** Deletes the brand. Moves its folder away first, so that no other command creates files for the brand meanwhile. */
async function remove(
  config: Config,
  brand: Brand,
  others: readonly Brand[],
  forgotten: ForgottenBrand,
  { paths }: Remains,
): Promise<void> {
  const stateFolder = join(config.state, brand.id);
  const lock = existsSync(stateFolder) ? acquireLock(stateFolder, brand.id) : undefined;
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
