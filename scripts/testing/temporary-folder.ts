import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

/** Folder of Linux's in-memory file system. In most containers it is small. */
const IN_MEMORY = '/dev/shm';

/** The type of tmpfs that statfs(2) returns. */
const TMPFS = 0x01021994;

/** Required free space, in bytes. Tests use at most a tenth of it at a time. */
const ROOM_BYTES = 2 ** 30;

/**
 * Creates a folder for the files of tests. It is in memory if there is enough space, because hundreds of rebuilds sync
 * their files, and would wait for each other on a disk. Some disks also take minutes to delete thousands of files.
 * @param onDisk folder to use if there is not enough space
 */
export function makeTemporaryFolder(prefix = 'lectern-test-', onDisk = tmpdir()): string {
  return mkdtempSync(join(hasRoom() ? IN_MEMORY : onDisk, prefix));
}

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { type, bavail, bsize } = statfsSync(IN_MEMORY);
  return type === TMPFS && bavail * bsize > ROOM_BYTES && availableMemory() > ROOM_BYTES;
}
