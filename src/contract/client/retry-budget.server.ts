/**
 * Number of retries that each call adds to the budget. Together with the saved retries, retries add at most 10% to
 * 1,000 or more calls during an outage.
 */
const RETRIES_PER_CALL = 0.09;
/** Maximum number of retries that can be saved up; also the initial budget. */
const MAX_SAVED_RETRIES = 10;

/**
 * Limits the retries to one upstream, so that retries do not multiply the calls while it is down. If 5% of the calls
 * fail, retries use about half of the budget.
 */
export interface RetryBudget {
  noteCall(): void;
  /** Takes a retry from the budget. @returns false if the budget is used up */
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
 * Pauses before the retries of a call that a visitor is waiting for. The first retry is immediate, because most resets
 * happen on a connection that was kept alive too long. If 5% of the attempts fail, two retries lose 0.6 of 5,000 calls
 * on average, and three retries lose 0.03.
 */
export const VISITOR_PAUSES_MS = [0, 100, 300] as const;
