/**
 * Number of retries that each call adds to the budget. During an outage with 1,000 calls or more, retries then add at
 * most 10% to the requests, including those from the initial budget.
 */
const RETRIES_PER_CALL = 0.09;
/** Maximum number of unused retries in the budget; also the initial number. */
const MAX_SAVED_RETRIES = 10;

/**
 * Limits the retries for an upstream, so that they do not multiply the requests while it is down. If 5% of the calls
 * fail, their retries use about half of the budget.
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
 * Pauses before the retries of a call that a visitor waits for. The first retry is immediate, because most failures are
 * kept-alive connections that the upstream has closed in the meantime. If 5% of the requests fail, 0.6 of 5,000 calls
 * fail on average with two retries, and 0.03 with three.
 */
export const VISITOR_PAUSES_MS = [0, 100, 300] as const;
