import type { Log } from './log.ts';

/** What a night could not take over of the answers to one call. */
export interface Loss {
  readonly call: string;
  /** How many items of lists, or answers about one book, broke the contract. */
  readonly items: number;
  /** What was wrong with the first of them. */
  readonly named: readonly string[];
}

/** Counts what is left out, and names each in the log once. */
export interface Losses {
  /** @param key tells items of a call apart: the same key counts once, however often it is read */
  note(call: string, key: string, problem: string): void;
  /** In the order in which the calls first lost something. */
  all(): Loss[];
}

/** Losses of one call that the report names; all are counted. */
const MOST_NAMED = 5;
/** Losses that the log names. */
const MOST_LOGGED = 100;

export function createLosses(log: Pick<Log, 'warn'>): Losses {
  const byCall = new Map<string, { readonly keys: Set<string>; readonly named: string[] }>();
  let noted = 0;
  return {
    note(call, key, problem) {
      const { keys, named } = byCall.get(call) ?? { keys: new Set(), named: [] };
      if (keys.has(key)) return;
      byCall.set(call, { keys, named });
      keys.add(key);
      if (named.length < MOST_NAMED) named.push(problem);
      noted += 1;
      if (noted <= MOST_LOGGED) log.warn(`${call}: left out: ${problem}`, { call });
      else if (noted === MOST_LOGGED + 1) log.warn('more is left out, which is counted and not named');
    },
    all: () => [...byCall].map(([call, { keys, named }]) => ({ call, items: keys.size, named })),
  };
}

/** A line for each call, for people. */
export const lossLines = (losses: readonly Loss[]): string[] =>
  losses.map(
    ({ call, items, named }) => `${items} of ${call}: ${named.join('; ')}${items > named.length ? '; …' : ''}`,
  );
