/**
 * Path at the origin of an upstream that answers `{"version": "…"}`. The version differs after content has changed. Optional
 * for upstreams.
 */
export const CONTENT_VERSION_PATH = '/content-version';
