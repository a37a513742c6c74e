import { existsSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseObject } from '#src/lib/database-objects.ts';
import { foreignProblem } from '#src/lib/foreign-database.ts';
import { blocksOf, pullBlocks, pushBlocks } from './manifest-blocks.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import { type Blocks, bytesOf, keysOf, readStoredSnapshot, type StoredSnapshot } from './stored-release.ts';

interface Place {
  readonly store: ObjectStore;
  readonly brand: string;
}

/**
 * Uploads a `catalogue.db`, from which the next rebuild can start on any machine. No process may have the file open.
 */
export async function pushSnapshot(
  { store, brand }: Place,
  file: string,
  costs: StoredSnapshot['costs'],
): Promise<Blocks> {
  const keys = keysOf(brand);
  const catalogue = blocksOf(file);
  const before = await readStoredSnapshot(store, keys);
  // Skips the blocks of the last snapshot. They still exist, because a sweep keeps all blocks that the last snapshot
  // references.
  await pushBlocks({ store, keys }, file, catalogue, new Set(before?.catalogue.blocks));
  await store.put(keys.snapshot, bytesOf({ catalogue, ...(costs === undefined ? {} : { costs }) }));
  return catalogue;
}

export const findSnapshot = ({ store, brand }: Place): Promise<StoredSnapshot | undefined> =>
  readStoredSnapshot(store, keysOf(brand));

/**
 * Replaces the local `catalogue.db` with the store's. The caller holds the brand's lock.
 * @param expected the triggers that a snapshot may contain
 * @throws StoreError for a damaged database, or one with unexpected views or triggers
 */
export async function pullSnapshot(
  { store, brand }: Place,
  blocks: Blocks,
  file: string,
  expected: readonly DatabaseObject[],
): Promise<void> {
  const local = existsSync(file) ? file : undefined;
  if (local !== undefined && blocksOf(local, blocks.blockBytes).blocks.join() === blocks.blocks.join()) return;
  const part = `${file}.part`;
  await pullBlocks({ store, keys: keysOf(brand) }, blocks, part, local);
  const problem = await foreignProblem([{ file: part, expected, isQuick: true }]);
  if (problem !== undefined) {
    rmSync(part, { force: true });
    throw new StoreError(
      `The snapshot of ${brand} in the release store ${store.address} cannot be used: ${problem} Remove ${keysOf(brand).snapshot} from the store; the next night fetches all books again.`,
    );
  }
  // A file with one of these suffixes, left by a killed run, belongs to the old database. SQLite must not find it next
  // to the new one.
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  renameSync(part, file);
}
