import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

/** File system in memory of every Linux; small in most containers. */
const IN_MEMORY = '/dev/shm';

/** Type of tmpfs in what statfs(2) tells. */
const TMPFS = 0x01021994;

/** The tests hold at most a tenth of it at a time. */
const ROOM_BYTES = 2 ** 30;

/**
 * Makes a folder for what tests write. It is in memory where there is room: hundreds of rebuilds sync their files, and on a
 * disk they wait for each other.
 */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'lectern-test-'));
}

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(IN_MEMORY);
  return type === TMPFS && bavail * bsize > ROOM_BYTES && availableMemory() > ROOM_BYTES;
}
