import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { cleanManifest, STORED_MANIFEST } from '#src/publish/release/index.ts';
import { blocksOf, pullBlocks } from './manifest-blocks.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import type { Keys, StoredRelease } from './stored-release.ts';

interface Place {
  readonly store: ObjectStore;
  readonly keys: Keys;
}

/**
 * Writes the `manifest.db` of a stored release into a folder: a new database with the checked rows of the stored one,
 * which this process never opens. If the bytes of the two files differ, keeps the download next to the new file, so
 * that the next pull can reuse its blocks.
 * @param local folder of another release whose blocks are reused
 * @param limitMs time limit for reading the stored manifest; the default depends on its size
 * @throws StoreError for a manifest that Lectern did not write
 */
export async function pullManifest(
  place: Place,
  stored: StoredRelease,
  folder: string,
  { local, limitMs }: { readonly local?: string | undefined; readonly limitMs?: number | undefined } = {},
): Promise<string> {
  const [source, next, target] = [STORED_MANIFEST, '.next-manifest.db', 'manifest.db'].map((name) =>
    join(folder, name),
  );
  if (source === undefined || next === undefined || target === undefined)
    throw new TypeError('expected three file names');
  const blocks = local && [STORED_MANIFEST, 'manifest.db'].map((name) => join(local, name)).find(existsSync);
  await pullBlocks(place, stored.manifest, source, blocks);
  rmSync(next, { force: true });
  try {
    await cleanManifest({ source, target: next, info: stored.info }, limitMs);
    fillAssets(next, stored);
  } catch (cause) {
    rmSync(source, { force: true });
    rmSync(next, { force: true });
    throw new StoreError(
      `The manifest of the release ${stored.id} of ${stored.brand} in the release store ${place.store.address} cannot be used: ${messageOf(cause)} Publish the release again.`,
      { cause },
    );
  }
  renameSync(next, target);
  // Keeps the download only if it differs from the new file. The two are usually identical, for example if the stored
  // manifest was written in one go.
  if (blocksOf(target, stored.manifest.blockBytes).blocks.join() === stored.manifest.blocks.join()) rmSync(source);
  return target;
}

/**
 * Checks that the manifest lists the files that the store has. If a file has no hash in the manifest, because it is
 * from an older release, records the store's hash.
 */
function fillAssets(manifest: string, { assets }: StoredRelease): void {
  const sql = openSql(manifest);
  try {
    const hashes = new Map(assets.map(({ url, variants }) => [url, variants[''] ?? '']));
    const rows = sql.all<{ url: string; hash: string }>('SELECT url, hash FROM assets');
    const mismatch = rows.find(
      ({ url, hash }) => hashes.get(url) === undefined || (hash !== '' && hash !== hashes.get(url)),
    );
    if (mismatch) throw new Error(`Its file at ${mismatch.url} differs from the release's.`);
    if (rows.length !== hashes.size) throw new Error('It lacks files of the release.');
    for (const { url, hash } of rows)
      if (hash === '') sql.run('UPDATE assets SET hash = ? WHERE url = ?', hashes.get(url) ?? '', url);
  } finally {
    sql.close();
  }
}
