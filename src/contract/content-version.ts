/**
 * Path at an upstream's origin that returns `{"version": "…"}`, a text that changes whenever content changes. An
 * upstream may lack it.
 */
export const CONTENT_VERSION_PATH = '/content-version';
