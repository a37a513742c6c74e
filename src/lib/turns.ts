import { LimitError } from './limit-error.ts';

/** Does `work` when all earlier work of the same key has ended. @throws LimitError waiting */
export type InTurn<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>;

/**
 * Keeps one person or brand from taking all places of a queue.
 * @param most pieces of one key that are under way or wait
 */
export function createTurns<Key>(most: number): InTurn<Key> {
  const all = new Map<Key, { count: number; last: Promise<unknown> }>();
  return async (key, work) => {
    const turns = all.get(key) ?? { count: 0, last: Promise.resolve() };
    if (turns.count >= most)
      throw new LimitError('waiting', `${most} pieces of your work are still being done. Try again in a moment.`);
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
