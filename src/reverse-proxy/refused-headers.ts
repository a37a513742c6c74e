/**
 * Headers that a web server never passes on from our server, which sends none of them: browsers would obey them on the
 * brand's host. Our server passes on an upstream's headers by an allowlist (src/server/passed-headers.ts); this is what
 * nginx and Caddy, which have no allowlist of headers for all answers, add to that.
 */
export const REFUSED_HEADERS = [
  'Accept-CH',
  'Access-Control-Allow-Credentials',
  'Access-Control-Allow-Origin',
  'Alt-Svc',
  'Clear-Site-Data',
  'Critical-CH',
  'NEL',
  'Public-Key-Pins',
  'Refresh',
  'Report-To',
  'Service-Worker-Allowed',
  'SourceMap',
  'WWW-Authenticate',
  'X-Sendfile',
] as const;

/** The same for answers to calls: pages of our server have these. */
export const REFUSED_OF_CALLS = ['Link', 'Reporting-Endpoints', 'Speculation-Rules', 'Use-As-Dictionary'] as const;

/** Commands to nginx that it must not take from an answer. It passes none of them on. */
export const REFUSED_COMMANDS = [
  'X-Accel-Redirect',
  'X-Accel-Limit-Rate',
  'X-Accel-Buffering',
  'X-Accel-Charset',
] as const;
