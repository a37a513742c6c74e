import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore, openStore, type Store } from '#src/api/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError } from '#src/lib/errors.ts';
import type { PageChanges, Rebuild } from '#src/rebuild/index.ts';
import { liveId } from '#src/release/index.ts';
import type { RunningUpstream } from './embedded-api.ts';

/** What a change of the content needs to be tried out. */
export interface Trial {
  /** Folder of all state. */
  readonly state: string;
  /** PostgreSQL that has the store, of which no copy is made; undefined where files do. */
  readonly store: string | undefined;
  readonly brands: readonly Brand[];
  /** Starts the embedded API over a folder of state. */
  startApi(state: string): Promise<RunningUpstream>;
  /** Makes the rebuild of a folder of state, with the API at `origin`. */
  rebuild(state: string, origin: string): Rebuild;
}

/** The pages of a brand that the next rebuild adds, changes and removes. */
export interface BrandPages extends PageChanges {
  readonly brand: string;
}

/**
 * Tells which pages the next rebuild of each brand with a live release publishes once `change` is made. The change is made to
 * a copy of the store, and a dry run of the rebuild itself reads that, so that no other rule decides here.
 */
export async function pagesChangedBy(trial: Trial, change: (store: Store) => Promise<void>): Promise<BrandPages[]> {
  if (trial.store !== undefined)
    throw new ConfigError('A plan is tried on a copy of the store, and with LECTERN_STORE none is made. Leave it out.');
  const live = trial.brands.filter(({ id }) => liveId(join(trial.state, id)) !== undefined);
  // Beside the state, so that nothing has to be copied to another disk.
  const copy = mkdtempSync(join(trial.state, '.trial-'));
  try {
    await copyStore(join(trial.state, 'api'), join(copy, 'api'));
    for (const { id } of live) lendRelease(join(trial.state, id), join(copy, id));
    const store = await openStore(join(copy, 'api'));
    try {
      await change(store);
    } finally {
      await store.close();
    }
    return await dryRuns(trial, live, copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * A brand's folder with what is recorded of its live release, and a copy of its snapshot. A dry run that looks for no damage
 * reads no files of pages.
 */
function lendRelease(from: string, to: string): void {
  const id = liveId(from) ?? '';
  const [live, lent] = [join(from, 'releases', id), join(to, 'releases', id)];
  mkdirSync(lent, { recursive: true });
  for (const name of ['release.json', 'manifest.db']) copyFileSync(join(live, name), join(lent, name), SHARED_BYTES);
  symlinkSync(join('releases', id), join(to, 'current'));
  const snapshot = join(from, 'catalogue.db');
  if (existsSync(snapshot)) copyFileSync(snapshot, join(to, 'catalogue.db'));
}

const SHARED_BYTES = constants.COPYFILE_FICLONE;

async function dryRuns(trial: Trial, brands: readonly Brand[], state: string): Promise<BrandPages[]> {
  const api = await trial.startApi(state);
  const rebuild = trial.rebuild(state, api.origin);
  const pages: BrandPages[] = [];
  try {
    for (const brand of brands) {
      const { changes } = await rebuild.run(brand, { dryRun: true, namesPages: true, skipsDamageSearch: true });
      pages.push({ brand: brand.id, ...(changes ?? NO_CHANGES) });
    }
  } finally {
    await rebuild.close();
    await api.close();
  }
  return pages;
}

const NO_CHANGES: PageChanges = { added: [], changed: [], removed: [] };
