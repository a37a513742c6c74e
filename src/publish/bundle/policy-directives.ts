/**
 * Directives of every page's Content-Security-Policy besides `script-src` and `style-src`, whose hashes the build adds.
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
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lectern',
] as const;
