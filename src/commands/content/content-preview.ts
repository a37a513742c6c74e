import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore, openStore, type Store } from '#src/api/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError } from '#src/lib/errors.ts';
import type { PageChanges, Rebuild, RebuildOptions } from '#src/publish/rebuild/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import type { RunningUpstream } from '../api/embedded-api.ts';

/** What a trial run of a content change needs. */
export interface Trial {
  /** The state folder. */
  readonly state: string;
  /** URL of the store's PostgreSQL database, which cannot be used for a trial run; undefined for SQLite files. */
  readonly store: string | undefined;
  readonly brands: readonly Brand[];
  /** Starts the embedded API with a state folder. */
  startApi(state: string): Promise<RunningUpstream>;
  /** Creates a rebuild with a state folder and the API at `origin`. */
  rebuild(state: string, origin: string): Rebuild;
}

/** The pages of a brand that the next rebuild would add, change and remove. */
export interface BrandPages extends PageChanges {
  readonly brand: string;
}

/**
 * Lists the pages that the next rebuild of each live site would publish after `change`. Applies the change to a copy of
 * the store and makes a dry run of the rebuild with it, so that the rules of the rebuild are not repeated here.
 */
export async function pagesChangedBy(trial: Trial, change: (store: Store) => Promise<void>): Promise<BrandPages[]> {
  if (trial.store !== undefined)
    throw new ConfigError(
      'A dry run needs a copy of the store, which is not possible with LECTERN_STORE. Omit --dry-run.',
    );
  const live = trial.brands.filter(({ id }) => liveId(join(trial.state, id)) !== undefined);
  // The copy is in the state folder, so that it is on the same disk.
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
 * Creates a brand's folder in the copied state, with the records of its live release and a copy of its snapshot. The
 * release's page files are not needed, because a dry run that does not search for damage does not read them.
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
      const { changes } = await rebuild.run(brand, DRY_RUN);
      pages.push({ brand: brand.id, ...(changes ?? NO_CHANGES) });
    }
  } finally {
    await rebuild.close();
    await api.close();
  }
  return pages;
}

const DRY_RUN: RebuildOptions = {
  mode: 'dry-run',
  of: { mode: 'night' },
  namesPages: true,
  skipsDamageSearch: true,
};

const NO_CHANGES: PageChanges = { added: [], changed: [], removed: [] };
