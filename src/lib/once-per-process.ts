import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { hash } from './hash.ts';

const NAME = 'lectern:once-per-process';
const BITS = 2 ** 20;

/**
 * Returns whether this is the first call with this text in all threads of the process. For log lines: in rare cases, it
 * also returns false for a new text. The main thread must call `shareOnce` before it starts threads.
 */
export function isFirst(text: string): boolean {
  const bit = Number.parseInt(hash(text, 12), 16) % BITS;
  const mask = 1 << (bit % 32);
  return (Atomics.or(shared(), Math.floor(bit / 32), mask) & mask) === 0;
}

/** Makes threads that start from now on share the texts of this thread. */
export const shareOnce = (): void => void shared();

function shared(): Int32Array {
  const existing = getEnvironmentData(NAME);
  if (existing instanceof SharedArrayBuffer) return new Int32Array(existing);
  const created = new SharedArrayBuffer(BITS / 8);
  // Worker threads get a reference to this memory.
  setEnvironmentData(NAME, created);
  return new Int32Array(created);
}
