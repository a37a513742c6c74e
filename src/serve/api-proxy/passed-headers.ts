import type { IncomingHttpHeaders } from 'node:http';
import { headersOf } from '#src/contract/client/headers.ts';

/**
 * Headers of a browser's call that are forwarded to the upstream: the contract's headers, content negotiation, and
 * `Origin`. Our server drops all others and adds its own.
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
 * Headers of an upstream's response that are forwarded to visitors: headers about the body and its caching. All others
 * are dropped, because some could control a browser or a web server on the brand's own host (`refresh`,
 * `clear-site-data`, `x-accel-redirect`). For `set-cookie` see own-call.ts.
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

/** The value of `user-agent` in the contract. Browsers do not let scripts set this header, so the server sets it. */
const { 'user-agent': USER_AGENT = '' } = headersOf({});

/** Header with the browser's user agent, sent with calls about sessions. */
export const BROWSER_HEADER = 'x-forwarded-user-agent';

type Headers = Record<string, string | string[]>;

export const headersToUpstream = (headers: IncomingHttpHeaders): Headers => ({
  ...selected(headers, TO_UPSTREAM),
  'user-agent': USER_AGENT,
});

export const headersToVisitor = (headers: IncomingHttpHeaders): Headers => selected(headers, TO_VISITOR);

/**
 * Returns the headers with these names, except those named by `Connection`, which apply only to one connection (RFC
 * 9110, 7.6.1).
 */
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
