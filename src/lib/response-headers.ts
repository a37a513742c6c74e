/** Headers of every page and file. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Cache-Control by what is sent. */
export const CACHE_CONTROL = {
  /** Browsers ask each time whether the page changed. */
  page: 'public, max-age=0, must-revalidate',
  /** Files without a hash in their name. */
  file: 'public, max-age=3600',
  /** Files with a hash in their name never change. */
  hashedFile: 'public, max-age=31536000, immutable',
} as const;
