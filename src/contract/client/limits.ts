/** Default time limit of a call, including retries. */
export const TIMEOUT_MS = 5000;

/** Pause before a retry of an idempotent call (docs/product.md, section 9). */
export const RETRY_DELAY_MS = 1000;

/** Value of the header `x-app-version` (docs/product.md, section 9). */
export const APP_VERSION = '1.0.0';

/** Maximum length of a response. No valid response is longer. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
