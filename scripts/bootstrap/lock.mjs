// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './console.mjs';

const POLL_MS = 250;
/**
 * Number of polls after which a lock folder without a process id is taken over. Its owner may be about to write the id;
 * after these polls, the owner must have died between two system calls.
 */
const PIDLESS_POLLS = 8;

/**
 * Runs `work` while no other process on this machine holds the same lock. The lock is a folder that contains the
 * process id of its owner. If the owner has died, the folder is taken over.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  await acquire(folder);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function acquire(folder) {
  let pidless = 0;
  for (let polls = 0; !take(folder); polls += 1) {
    const owner = ownerOf(folder);
    pidless = owner === null ? pidless + 1 : 0;
    if (owner === null ? pidless > PIDLESS_POLLS : !isAlive(owner)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (polls === 0) say(`waiting for process ${owner ?? '(starting)'}, which installs packages (lock: ${folder})`);
    await sleep(POLL_MS);
  }
}

/** @param {string} folder */
function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

/** @param {string} folder */
function ownerOf(folder) {
  try {
    return Number.parseInt(readFileSync(join(folder, 'pid'), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
