import type { IncomingHttpHeaders } from 'node:http';
import { headersOf } from '#src/api-client/headers.ts';

/**
 * Headers of a browser's call that the upstream gets: those of the contract, those that choose a form of the answer, and where
 * the browser says that the call comes from. Our server adds its own. Everything else stays here.
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
 * Headers of an upstream's answer that visitors get: what the body is, and for how long it may be kept. All others could
 * steer a browser or a web server on the brand's own host (`refresh`, `clear-site-data`, `x-accel-redirect`), so that a
 * name must be listed here to be passed on. `set-cookie` is not: see own-call.ts.
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

/** Tells calls about sessions which browser the visitor signs in with. */
export const BROWSER_HEADER = 'x-forwarded-user-agent';

type Headers = Record<string, string | string[]>;

export const headersToUpstream = (headers: IncomingHttpHeaders): Headers => ({
  ...selected(headers, TO_UPSTREAM),
  'user-agent': USER_AGENT,
});

export const headersToVisitor = (headers: IncomingHttpHeaders): Headers => selected(headers, TO_VISITOR);

/** What `Connection` names is of the connection alone, whatever else it is (RFC 9110, 7.6.1). */
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
