/** Headers of every page and file. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Of files and answers of the API, covers among them: the other hosts of a site, such as `example.com` beside `www`, may show them. */
export const SHARED_WITH_SITE = { 'Cross-Origin-Resource-Policy': 'same-site' } as const;

/** Of files: no frame shows them. The policy says nothing else, because that of a worker's script would be the worker's, too. */
export const FILE_HEADERS = { ...SHARED_WITH_SITE, 'Content-Security-Policy': "frame-ancestors 'none'" } as const;

/** Of answers that are no page: opened by itself in a browser, such an answer runs and loads nothing, and no frame shows it. */
export const CONFINED_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Where browsers report what a Content-Security-Policy kept from loading. */
export const REPORT_PATH = '/_report';

/** Names the address of the reports for `report-to`. */
export const REPORTING_ENDPOINTS = `csp="${REPORT_PATH}"`;

/** Cache-Control by what is sent. */
export const CACHE_CONTROL = {
  /** Browsers ask each time whether the page changed. */
  page: 'public, max-age=0, must-revalidate',
  /** Files without a hash in their name. */
  file: 'public, max-age=3600',
  /** Files with a hash in their name never change. */
  hashedFile: 'public, max-age=31536000, immutable',
} as const;

/**
 * For how many seconds a page rendered on request is fresh, and then for how many it may be sent while it is rendered again
 * or the upstream fails.
 */
export const KEPT_PAGE = { maxAge: 60, swr: 24 * 60 * 60 } as const;

/** The same for a picture whose address tells what it shows. */
export const KEPT_PICTURE = { maxAge: 7 * 24 * 60 * 60, swr: 24 * 60 * 60 } as const;

/** Marks a kept page that is no longer fresh. It is for operators and tests; browsers do not read it. */
export const STALE_HEADER = 'Lectern-Stale';
