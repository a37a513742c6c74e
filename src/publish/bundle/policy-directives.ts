/**
 * Directives of every page's Content-Security-Policy besides `script-src` and `style-src`, which the build adds. Pages
 * have no audio or video, so `default-src` covers `media-src`.
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
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lectern',
] as const;
