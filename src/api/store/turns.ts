import { AsyncLocalStorage } from 'node:async_hooks';
import { realpathSync } from 'node:fs';
import { LecternError } from '#src/lib/errors.ts';

/** Runs the writes of this process to a database one after another, in order of arrival. */
export interface Turns {
  readonly areFree: boolean;
  /**
   * Waits for a turn and runs `work`.
   * @throws LecternError STORE_TRANSACTION if called within a turn, which would deadlock
   */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** The turns that the running work has taken, to detect nested calls. */
const currentTurns = new AsyncLocalStorage<ReadonlySet<Turns>>();

/** Turns by path. A file that is opened several times has the same turns. */
const turnsByFile = new Map<string, Turns>();

/** Returns the turns of a file, or new ones for a database in memory. */
export function turnsOf(file: string): Turns {
  if (file === ':memory:') return createTurns();
  const path = realpathSync(file);
  const turns = turnsByFile.get(path) ?? createTurns();
  turnsByFile.set(path, turns);
  return turns;
}

export function createTurns(): Turns {
  let last: Promise<void> | undefined;
  const turns: Turns = {
    get areFree() {
      return last === undefined;
    },
    async take(work) {
      const before = currentTurns.getStore();
      if (before?.has(turns))
        throw new LecternError(
          'STORE_TRANSACTION',
          'Inside a transaction, write to the database that its work receives.',
        );
      const { promise, resolve } = Promise.withResolvers<void>();
      const earlier = last;
      last = promise;
      await earlier;
      try {
        return await currentTurns.run(new Set([...(before ?? []), turns]), work);
      } finally {
        if (last === promise) last = undefined;
        resolve();
      }
    },
  };
  return turns;
}
