/** Headers of all pages and files. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(),geolocation=(),microphone=(),payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Header of files, and of API responses such as covers. Other hosts of the site may embed them, such as `example.com`
 * in addition to `www.example.com`.
 */
export const SHARED_WITH_SITE = { 'Cross-Origin-Resource-Policy': 'same-site' } as const;

/**
 * Headers of files, which must not be shown in frames. The policy contains nothing else, because a worker inherits the
 * policy of its script.
 */
export const FILE_HEADERS = { ...SHARED_WITH_SITE, 'Content-Security-Policy': "frame-ancestors 'none'" } as const;

/**
 * Content security policy of responses that are not pages. If a browser opens such a response directly, the response
 * can run and load nothing, and cannot be shown in a frame.
 */
export const CONFINED_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Path to which browsers report violations of the Content-Security-Policy. */
export const REPORT_PATH = '/_report';

/** Values of Cache-Control by kind of content. */
export const CACHE_CONTROL = {
  /** For pages, which browsers revalidate on each use. */
  page: 'public, max-age=0, must-revalidate',
  /** For files without a hash in their name. */
  file: 'public, max-age=3600',
  /** For files with a hash in their name, which never change. */
  hashedFile: 'public, max-age=31536000, immutable',
} as const;

/**
 * Cache times in seconds for a page rendered on request: how long the page is fresh (`maxAge`), and how long after that
 * it may be sent stale (`swr`) while it is rendered again or while the upstream fails.
 */
export const KEPT_PAGE = { maxAge: 60, swr: 24 * 60 * 60 } as const;

/** Like `KEPT_PAGE`, but for an image whose URL identifies its content. */
export const KEPT_PICTURE = { maxAge: 7 * 24 * 60 * 60, swr: 24 * 60 * 60 } as const;

/** Marks a cached page as stale, for operators and tests. Browsers ignore it. */
export const STALE_HEADER = 'Lectern-Stale';
