import { Worker } from 'node:worker_threads';
import { type Damage, type DamageSearch, findDamage, NO_DAMAGE, type Release } from '#src/release/index.ts';

/** Pages of a release that is searched in this thread: beyond, starting another one is worth it. */
const PAGES_HERE = 4000;

/**
 * Looks for damaged files of the live release, in a thread of its own where it is large, while this one reads the upstream.
 * @throws Error where the manifest cannot be read
 */
export async function searchDamage(
  release: Release | undefined,
  search: Omit<DamageSearch, 'folder'>,
  pagesHere = PAGES_HERE,
): Promise<Damage> {
  // Of a manifest with an older schema no page is kept.
  if (!release || release.isOutdated) return NO_DAMAGE;
  const whole: DamageSearch = { ...search, folder: release.folder };
  return release.info.pages <= pagesHere ? findDamage(whole) : findInThread(whole);
}

function findInThread(search: DamageSearch): Promise<Damage> {
  const worker = new Worker(new URL('./damage-search.worker.ts', import.meta.url), { workerData: search });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The search for damaged files ended with ${code}.`)));
  });
}
