import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { hash } from '#src/lib/hash.ts';
import { silentLog } from '#src/lib/log.ts';
import {
  createRebuild,
  type Rebuild,
  type RebuildConfig,
  type RebuildOptions,
  type RebuildReport,
  type RunTally,
} from '#src/publish/rebuild/index.ts';
import { plainBundle, plainRenderers } from './plain-renderer.ts';

/** A state folder, and the brand that is rebuilt there. */
export interface SmallRebuild {
  readonly state: string;
  /** Folder of the brand's data: `<state>/freenovel`. */
  readonly folder: string;
  readonly brand: Brand;
  create(change?: Partial<RebuildConfig>): Rebuild;
  run(
    options?: RebuildOptions,
    change?: Partial<RebuildConfig>,
    brand?: Partial<Brand>,
    tally?: RunTally,
  ): Promise<RebuildReport>;
  close(): Promise<void>;
}

export async function smallRebuild(origin: string): Promise<SmallRebuild> {
  const state = await mkdtemp(join(tmpdir(), 'lectern-rebuild-'));
  const brands = await loadBrands(resolve('brands'));
  const brand = brandById(brands, 'freenovel');
  const config: RebuildConfig = {
    state,
    modules: resolve('node_modules'),
    upstream: origin,
    brands,
    views: PRERENDERED_VIEWS,
    log: silentLog,
    callTimeoutMs: 2500,
    bundle: async () => plainBundle(),
    renderers: async () => plainRenderers(),
  };
  const create = (change: Partial<RebuildConfig> = {}) => createRebuild({ ...config, ...change });
  return {
    state,
    folder: join(state, 'freenovel'),
    brand,
    create,
    async run(options, change, brandChange, tally) {
      const rebuild = create(change);
      return rebuild.run({ ...brand, ...brandChange }, options, tally).finally(() => rebuild.close());
    },
    close: () => rm(state, { recursive: true, force: true }),
  };
}

/** Returns the hashes of all files in the live release, by path, and the id of the release. */
export function liveFiles(folder: string): Record<string, string> {
  const root = join(folder, 'current');
  // A release contains a symbolic link to its folder `site`, named after the bundle. Its files are not listed twice.
  const isLinked = (name: string) => lstatSync(join(root, name.split('/')[0] ?? '')).isSymbolicLink();
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => !isLinked(name) && statSync(join(root, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, hash(readFileSync(join(root, name)), 16)]));
}

/** Returns the content of a page's file in the live release; undefined if the page does not exist. */
export function livePage(folder: string, file: string): string | undefined {
  try {
    return readFileSync(join(folder, 'current', 'site', file), 'utf8');
  } catch {
    return undefined;
  }
}
