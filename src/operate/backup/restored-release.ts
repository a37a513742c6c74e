import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import { checkedReleaseInfo, cleanManifest, linkBundleFolder } from '#src/publish/release/index.ts';
import { DamagedBackupError } from './errors.ts';

/**
 * Rewrites the manifest of each staged release with its checked rows, and recreates the link that a backup does not
 * contain.
 * @throws DamagedBackupError for a release that Lectern did not create
 */
export async function rebuildReleases(stage: string): Promise<void> {
  const releases = join(stage, 'releases');
  if (!existsSync(releases)) return;
  for (const brand of readdirSync(releases))
    for (const id of readdirSync(join(releases, brand)))
      await rebuildRelease(join(releases, brand, id), { brand, id }).catch((cause: unknown) => {
        const path = `releases/${brand}/${id}`;
        const message = `The backup contains a release that Lectern did not create, ${path}: ${messageOf(cause)} Use another backup.`;
        throw new DamagedBackupError(message, { cause });
      });
}

async function rebuildRelease(folder: string, named: { readonly brand: string; readonly id: string }): Promise<void> {
  const info = checkedReleaseInfo(JSON.parse(readPlainSync(folder, 'release.json').toString()), named);
  const [manifest, clean] = [join(folder, 'manifest.db'), join(folder, '.next-manifest.db')];
  await cleanManifest({ source: manifest, target: clean, info });
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(manifest + suffix, { force: true });
  renameSync(clean, manifest);
  linkBundleFolder(folder, info.bundle.id);
}
