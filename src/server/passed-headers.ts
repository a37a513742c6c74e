import type { IncomingHttpHeaders } from 'node:http';
import { headersOf } from '#src/api-client/headers.ts';

/**
 * Headers of a browser's call that are passed to the upstream: those of the contract, content negotiation, and the origin that
 * the browser reports. Our server adds its own. All others are dropped.
 */
const TO_UPSTREAM: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'device-uuid',
  'if-none-match',
  'sec-fetch-site',
  'ua',
  'x-app-version',
]);

/**
 * Headers of an upstream's response that are passed to visitors: the form of the body and its caching. Others could control a
 * browser or a web server on the brand's own host (`refresh`, `clear-site-data`, `x-accel-redirect`), so they are dropped
 * unless listed here. For `set-cookie` see own-call.ts.
 */
const TO_VISITOR: ReadonlySet<string> = new Set([
  'age',
  'allow',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'vary',
]);

/** Browsers keep their own `user-agent`, so the contract's value is set here. */
const { 'user-agent': USER_AGENT = '' } = headersOf({});

/** Carries the browser's user agent in calls about sessions. */
export const BROWSER_HEADER = 'x-forwarded-user-agent';

type Headers = Record<string, string | string[]>;

export const headersToUpstream = (headers: IncomingHttpHeaders): Headers => ({
  ...selected(headers, TO_UPSTREAM),
  'user-agent': USER_AGENT,
});

export const headersToVisitor = (headers: IncomingHttpHeaders): Headers => selected(headers, TO_VISITOR);

/** Headers named by `Connection` apply to the connection only (RFC 9110, 7.6.1). */
function selected(headers: IncomingHttpHeaders, names: ReadonlySet<string>): Headers {
  const ofConnection = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || !names.has(name) || ofConnection.has(name) ? [] : [[name, value] as const],
    ),
  );
}
