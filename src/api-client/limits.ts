/** How long a call may take in all, its retry included, unless a caller is made with another limit. */
export const TIMEOUT_MS = 5000;

/** A call that may be repeated is repeated once, this long after it failed (spec 9). */
export const RETRY_DELAY_MS = 1000;

/** Sent as `x-app-version` (spec 9). */
export const APP_VERSION = '1.0.0';

/** An answer longer than this is not read: it could only be a fault. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
