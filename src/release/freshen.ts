import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openSql } from '#src/lib/sqlite.ts';
import { infoOfSpare, mendFiles, spareOf } from './keep.ts';
import { createPageStore } from './page-store.ts';
import type { Release } from './reader.ts';

/**
 * Brings the tree of the older release that waits for its next use to the live one, so that only what a night changes
 * is left to do. While it works the tree has no manifest: whoever finds it so does not use it.
 */
export async function freshenSpare(releases: string, live: Release): Promise<void> {
  const spare = spareOf(releases);
  if (infoOfSpare(spare)?.bundle.id !== live.info.bundle.id) return;
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

export interface FreshenOrder {
  readonly releases: string;
  /** Id of the live release. */
  readonly live: string;
}

/** Does so in a thread of its own. A tree that could not be freshened is of no more use, and does no harm. */
export async function freshenBeside(order: FreshenOrder): Promise<void> {
  const known = infoOfSpare(spareOf(order.releases));
  if (!known || known.id === order.live) return;
  const worker = new Worker(new URL('./freshen.worker.ts', import.meta.url), { workerData: order });
  await new Promise<void>((resolve) => worker.once('error', () => resolve()).once('exit', () => resolve()));
}
