/** Retries that each call adds to the budget. With the reserve an outage of 1,000 calls and more gets at most a tenth more. */
const RETRIES_PER_CALL = 0.09;
/** Retries that may follow one another at once, also after a start. */
const MAX_SAVED_RETRIES = 10;

/**
 * How many retries the calls to one upstream may add. Passing faults of one call in twenty use half of it. An upstream that
 * fails altogether does not get several times the calls because of them.
 */
export interface RetryBudget {
  noteCall(): void;
  /** Takes a retry, if there is one. */
  take(): boolean;
}

export function createRetryBudget(maxSaved = MAX_SAVED_RETRIES): RetryBudget {
  let saved = maxSaved;
  return {
    noteCall() {
      saved = Math.min(maxSaved, saved + RETRIES_PER_CALL);
    },
    take() {
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}

/**
 * Pauses before the retries of a call that a visitor waits for. The first retry goes out at once: a reset is mostly of a
 * connection that was kept alive too long. Of 5,000 calls with a fault in one of twenty, two retries would still lose
 * one every other time; three lose 0.03 on average.
 */
export const VISITOR_PAUSES_MS = [0, 100, 300] as const;
