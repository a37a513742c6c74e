import { LimitError } from './limit-error.ts';

/**
 * Runs `work` after all earlier work with the same key has ended.
 * @throws LimitError with the limit `waiting`
 */
export type InTurn<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>;

/**
 * Runs jobs with the same key one after another, and limits their number, so that one person or brand cannot fill a
 * queue.
 * @param maxJobs maximum jobs per key, running or waiting
 */
export function createTurns<Key>(maxJobs: number): InTurn<Key> {
  const all = new Map<Key, { count: number; last: Promise<unknown> }>();
  return async (key, work) => {
    const turns = all.get(key) ?? { count: 0, last: Promise.resolve() };
    if (turns.count >= maxJobs)
      throw new LimitError('waiting', `${maxJobs} of your requests are still being processed. Try again in a moment.`);
    all.set(key, turns);
    turns.count += 1;
    const done = turns.last.then(work);
    turns.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      turns.count -= 1;
      if (turns.count === 0) all.delete(key);
    }
  };
}
