import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSql } from '#src/lib/sqlite.ts';
import { liveId, openLive } from './live-release.ts';
import { infoOfSpare, mendFiles, spareOf } from './recycled-tree.ts';
import { createPageStore } from './page-store.ts';
import type { Release } from './release.ts';

/**
 * Brings the tree of the older release that waits for its next use to the live one, so that only what the next night
 * changes is left to do then. While it works the tree has no manifest: whoever finds it so does not use it.
 *
 * @param brandFolder `var/<brand>`
 */
export async function freshenSpare(brandFolder: string): Promise<void> {
  const releases = join(brandFolder, 'releases');
  const known = infoOfSpare(spareOf(releases));
  if (!known || known.id === liveId(brandFolder)) return;
  const live = openLive(brandFolder);
  try {
    // Of other code it has no page to share.
    if (live && known.bundle.id === live.info.bundle.id) await bringTo(live, releases);
  } finally {
    live?.close();
  }
}

async function bringTo(live: Release, releases: string): Promise<void> {
  const spare = spareOf(releases);
  const [before, after] = [join(releases, '.next-spare-before.db'), join(releases, '.next-spare.db')];
  renameSync(join(spare, 'manifest.db'), before);
  copyFileSync(join(live.folder, 'manifest.db'), after);
  const sql = openSql(after);
  try {
    sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
    sql.run('ATTACH ? AS spare', before);
    await mendFiles(sql, spare, createPageStore(spare, live, live.info.created));
    // Browser files stay as they are in the tree.
    sql.exec('DELETE FROM assets; INSERT INTO assets SELECT * FROM spare.assets;');
  } finally {
    sql.close();
  }
  copyFileSync(join(live.folder, 'release.json'), join(spare, 'release.json'));
  renameSync(after, join(spare, 'manifest.db'));
  rmSync(before);
}
