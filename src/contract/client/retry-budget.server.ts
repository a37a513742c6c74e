/** Retries that each call adds to the budget. With the reserve, an outage of 1,000 calls or more adds at most a tenth. */
const RETRIES_PER_CALL = 0.09;
/** Retries that can be saved up; also the initial budget. */
const MAX_SAVED_RETRIES = 10;

/**
 * Limits the retries to one upstream. Transient failures of one call in twenty use half of the budget. An upstream that is
 * down does not receive several times the calls.
 */
export interface RetryBudget {
  noteCall(): void;
  /** Takes a retry from the budget. @returns false if none is left */
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
 * Pauses before the retries of a call that a visitor waits for. The first retry is immediate: most resets happen on a
 * connection that was kept alive too long. If one call in twenty fails, two retries lose 0.6 of 5,000 calls on average,
 * three lose 0.03.
 */
export const VISITOR_PAUSES_MS = [0, 100, 300] as const;
