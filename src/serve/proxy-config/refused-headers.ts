/**
 * Headers that a web server in front of Lectern never passes on. Our server sends none of them, and browsers would obey
 * them on the brand's host. Our server filters an upstream's headers with an allowlist
 * (src/serve/api-proxy/passed-headers.ts). nginx and Caddy cannot use an allowlist for all responses, so they drop
 * these headers by name.
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

/** Headers that are dropped only from responses to API calls, because our pages send them. */
export const REFUSED_OF_CALLS = ['Link', 'Reporting-Endpoints', 'Speculation-Rules', 'Use-As-Dictionary'] as const;

/** Commands in response headers that nginx must neither obey nor pass on. */
export const REFUSED_COMMANDS = [
  'X-Accel-Redirect',
  'X-Accel-Limit-Rate',
  'X-Accel-Buffering',
  'X-Accel-Charset',
] as const;
