/**
 * Path at an upstream's origin that returns `{"version": "…"}`. The version changes whenever content changes. Optional for
 * upstreams.
 */
export const CONTENT_VERSION_PATH = '/content-version';
