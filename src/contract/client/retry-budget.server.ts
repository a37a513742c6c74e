/** Retries that each call adds to the budget. Including the saved ones, an outage adds at most 10% to 1,000 calls or more. */
const RETRIES_PER_CALL = 0.09;
/** Maximum number of retries that can be saved up; also the initial budget. */
const MAX_SAVED_RETRIES = 10;

/**
 * Limits the retries to one upstream, so that retries do not multiply the calls while it is down. If one call in twenty
 * fails, retries use about half of the budget.
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
 * Pauses before the retries of a call that a visitor is waiting for. The first retry is immediate, because most resets
 * happen on a connection that was kept alive too long. If one call in twenty fails, two retries lose 0.6 of
 * 5,000 calls on average, and three lose 0.03.
 */
export const VISITOR_PAUSES_MS = [0, 100, 300] as const;
