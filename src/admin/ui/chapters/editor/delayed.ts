/** Work that waits for a pause, because it would delay every key. */
export interface Delayed {
  /** Runs the work after a pause. */
  schedule(): void;
  /** Runs the work at once if it is scheduled. */
  flush(): void;
}

/** Pause after the last key, in ms. */
const PAUSE_MS = 400;
/** Maximum delay of the work while keys follow each other without a pause. */
const MAX_DELAY_MS = 5_000;

export function delayed(work: () => void): Delayed {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    work();
  };
  return {
    schedule() {
      const now = Date.now();
      if (timer === undefined) latest = now + MAX_DELAY_MS;
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(PAUSE_MS, latest - now)));
    },
    flush,
  };
}
