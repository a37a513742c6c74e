/** Time limit of a call including its retry; a client may override it. */
export const TIMEOUT_MS = 5000;

/** Pause before the only retry of an idempotent call (docs/product.md, section 9). */
export const RETRY_DELAY_MS = 1000;

/** Sent as `x-app-version` (docs/product.md, section 9). */
export const APP_VERSION = '1.0.0';

/** Longer responses are rejected, because they can only be a fault of the upstream. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
