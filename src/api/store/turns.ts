import { AsyncLocalStorage } from 'node:async_hooks';
import { realpathSync } from 'node:fs';
import { LecternError } from '#src/lib/errors.ts';

/** Who of this process may write a database: one after another, in the order in which they came. */
export interface Turns {
  readonly areFree: boolean;
  /** @throws LecternError STORE_TRANSACTION where `work` of a turn waits for a turn of the same: it would never come */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** What the work that runs has turns of. */
const held = new AsyncLocalStorage<ReadonlySet<Turns>>();

/** By file: several may have it open. */
const known = new Map<string, Turns>();

/** The turns of a file, or of a database without one. */
export function turnsOf(file: string): Turns {
  if (file === ':memory:') return createTurns();
  const path = realpathSync(file);
  const turns = known.get(path) ?? createTurns();
  known.set(path, turns);
  return turns;
}

export function createTurns(): Turns {
  let last: Promise<void> | undefined;
  const turns: Turns = {
    get areFree() {
      return last === undefined;
    },
    async take(work) {
      const before = held.getStore();
      if (before?.has(turns))
        throw new LecternError('STORE_TRANSACTION', 'In a transaction the database that its work gets is written.');
      const { promise, resolve } = Promise.withResolvers<void>();
      const earlier = last;
      last = promise;
      await earlier;
      try {
        return await held.run(new Set([...(before ?? []), turns]), work);
      } finally {
        if (last === promise) last = undefined;
        resolve();
      }
    },
  };
  return turns;
}
