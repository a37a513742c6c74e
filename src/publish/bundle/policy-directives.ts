/**
 * Directives of every page's Content-Security-Policy besides `script-src` and `style-src`, which the build adds.
 * Reading aloud plays a silent sound (src/features/reader/listen/media-keys.ts), which needs `media-src`. The service worker
 * needs `script-src`, to which `worker-src` falls back.
 */
export const POLICY_DIRECTIVES = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data: https:",
  "manifest-src 'self'",
  "media-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lectern',
] as const;
