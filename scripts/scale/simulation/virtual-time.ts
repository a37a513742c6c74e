import { setImmediate as nextTurn } from 'node:timers/promises';

/** Simulated time, which advances as fast as events can be computed. */
export interface VirtualTime {
  /** Milliseconds since the beginning of the simulation. */
  now(): number;
  /** Schedules a call at the given time. Calls at the same time run in the order in which they were scheduled. */
  at(moment: number, call: () => void): void;
  /** @returns whether `isOver` became true before the time limit */
  run(isOver: () => boolean, latest: number): Promise<boolean>;
}

interface Entry {
  readonly moment: number;
  readonly seq: number;
  readonly call: () => void;
}

export function createVirtualTime(): VirtualTime {
  const heap: Entry[] = [];
  let now = 0;
  let seq = 0;
  return {
    now: () => now,
    at(moment, call) {
      seq += 1;
      push(heap, { moment: Math.max(moment, now), seq, call });
    },
    async run(isOver, latest) {
      for (;;) {
        // Runs everything that follows from the last event, including all promises.
        await nextTurn();
        if (isOver()) return true;
        const next = pop(heap);
        if (!next || next.moment > latest) return false;
        now = next.moment;
        next.call();
        while (heap[0]?.moment === now) pop(heap)?.call();
      }
    },
  };
}

const isBefore = (one: Entry, other: Entry) =>
  one.moment < other.moment || (one.moment === other.moment && one.seq < other.seq);

function push(heap: Entry[], entry: Entry): void {
  heap.push(entry);
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!swapIf(heap, at, parent)) return;
    at = parent;
  }
}

function pop(heap: Entry[]): Entry | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (first === undefined || last === undefined || first === last) return first;
  heap[0] = last;
  for (let at = 0; ; ) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const [one, other] = [heap[left], heap[right]];
    if (!one) return first;
    const child = other && isBefore(other, one) ? right : left;
    if (!swapIf(heap, child, at)) return first;
    at = child;
  }
}

/** Swaps an entry with its parent if the entry comes first. */
function swapIf(heap: Entry[], child: number, parent: number): boolean {
  const [one, other] = [heap[child], heap[parent]];
  if (!one || !other || !isBefore(one, other)) return false;
  [heap[child], heap[parent]] = [other, one];
  return true;
}

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
