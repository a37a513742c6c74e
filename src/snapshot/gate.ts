import { setTimeout as pause } from 'node:timers/promises';

/**
 * Lets work through, so much at a time; the rest waits in the order in which it came. Where an upstream is in trouble
 * the gate is narrowed, and widens again by one with every round of work that went well.
 */
export interface Gate {
  /** Work at a time, at present. */
  readonly width: number;
  pass<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Halves the width, once for all that was under way together, and lets nothing in for so many milliseconds: of several
   * pauses at a time until the last of them ends.
   */
  narrow(ms: number): Promise<void>;
  widen(): void;
}

/** @param stop ends every wait; what comes later passes at once, to find itself stopped */
export function createGate(most: number, stop?: AbortSignal): Gate {
  const waiting: (() => void)[] = [];
  let [width, underWay, wellDone] = [most, 0, 0];
  let closed: Promise<void> | undefined;
  let closedUntil = 0;
  const isFree = () => stop?.aborted === true || (closed === undefined && underWay < width);
  const next = () => {
    while (waiting.length > 0 && isFree()) {
      underWay += 1;
      waiting.shift()?.();
    }
  };
  const rest = async () => {
    [width, wellDone] = [Math.max(1, Math.floor(width / 2)), 0];
    do await pause(restLeft(), undefined, stop ? { signal: stop } : {}).catch(() => {});
    while (restLeft() > 0);
    closed = undefined;
    next();
  };
  const restLeft = () => (stop?.aborted ? 0 : Math.max(0, closedUntil - performance.now()));
  const enter = async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      next();
    });
  };
  stop?.addEventListener('abort', next, { once: true });
  return {
    get width() {
      return width;
    },
    async pass(work) {
      await enter();
      try {
        return await work();
      } finally {
        underWay -= 1;
        next();
      }
    },
    narrow(ms) {
      closedUntil = Math.max(closedUntil, performance.now() + ms);
      closed ??= rest();
      return closed;
    },
    widen() {
      wellDone += 1;
      if (closed !== undefined || width === most || wellDone < width * ROUNDS) return;
      [width, wellDone] = [width + 1, 0];
      next();
    },
  };
}

/** Slowly: an upstream that has just recovered is not to be thrown back. */
const ROUNDS = 4;
