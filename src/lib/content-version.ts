/**
 * Address at the origin of an upstream that says `{"version": "…"}`, another text once content has changed. An upstream may
 * lack it.
 */
export const CONTENT_VERSION_PATH = '/content-version';
