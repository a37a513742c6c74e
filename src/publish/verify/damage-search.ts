import { Worker } from 'node:worker_threads';
import { type Damage, type DamageSearch, findDamage, NO_DAMAGE, type Release } from '#src/publish/release/index.ts';

/** Maximum number of pages in a release that is searched in the calling thread. */
const PAGES_HERE = 4000;

/**
 * Searches for damaged files in the live release. A large release is searched in a separate thread, while the calling
 * thread reads the upstream.
 * @throws Error if the manifest cannot be read
 */
export async function searchDamage(
  release: Release | undefined,
  search: Omit<DamageSearch, 'folder'>,
  pagesHere = PAGES_HERE,
): Promise<Damage> {
  // If the manifest has an older schema, no page of the release is kept, so there is nothing to check.
  if (!release || release.isOutdated) return NO_DAMAGE;
  const options: DamageSearch = { ...search, folder: release.folder };
  return release.info.pages <= pagesHere ? findDamage(options) : findInThread(options);
}

function findInThread(search: DamageSearch): Promise<Damage> {
  const worker = new Worker(new URL('./damage-search.worker.ts', import.meta.url), { workerData: search });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The search for damaged files ended with ${code}.`)));
  });
}
