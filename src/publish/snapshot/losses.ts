import type { Log } from '#src/lib/log.ts';

/** What a run left out of the responses to one call. */
export interface Loss {
  readonly call: string;
  /** Number of list items that broke the contract, or of responses about single books. */
  readonly items: number;
  /** The problems with the first items. */
  readonly named: readonly string[];
}

/** Counts dropped items and logs each of them once. */
export interface Losses {
  /** @param key identifies the item within the call; a key counts once, however often the item is read */
  note(call: string, key: string, problem: string): void;
  /** Returns the losses of all calls, in the order in which the calls first had losses. */
  all(): Loss[];
}

/** Maximum number of problems per call that the report contains. All losses are counted. */
const MAX_NAMED = 5;
/** Maximum number of losses that are logged. */
const MAX_LOGGED = 100;

export function createLosses(log: Pick<Log, 'warn'>): Losses {
  const byCall = new Map<string, { readonly keys: Set<string>; readonly named: string[] }>();
  let noted = 0;
  return {
    note(call, key, problem) {
      const { keys, named } = byCall.get(call) ?? { keys: new Set(), named: [] };
      if (keys.has(key)) return;
      byCall.set(call, { keys, named });
      keys.add(key);
      if (named.length < MAX_NAMED) named.push(problem);
      noted += 1;
      if (noted <= MAX_LOGGED) log.warn(`${call}: left out: ${problem}`, { call });
      else if (noted === MAX_LOGGED + 1) log.warn('further items are left out; they are counted but not logged');
    },
    all: () => [...byCall].map(([call, { keys, named }]) => ({ call, items: keys.size, named })),
  };
}

/** Formats the losses as one line per call. */
export const lossLines = (losses: readonly Loss[]): string[] =>
  losses.map(
    ({ call, items, named }) => `${items} of ${call}: ${named.join('; ')}${items > named.length ? '; …' : ''}`,
  );
