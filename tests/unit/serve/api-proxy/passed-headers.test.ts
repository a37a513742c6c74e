import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headersToUpstream, headersToVisitor } from '#src/serve/api-proxy/passed-headers.ts';

/** Headers that a browser, or a web server on the brand's own host, would obey. */
const COMMANDS = [
  'refresh',
  'link',
  'location',
  'clear-site-data',
  'service-worker-allowed',
  'sourcemap',
  'alt-svc',
  'x-accel-redirect',
  'x-accel-expires',
  'x-accel-buffering',
  'x-accel-limit-rate',
  'x-sendfile',
  'x-lighttpd-send-file',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'public-key-pins',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'report-to',
  'reporting-endpoints',
  'nel',
  'origin-agent-cluster',
  'speculation-rules',
  'supports-loading-mode',
  'use-as-dictionary',
  'accept-ch',
  'critical-ch',
  'www-authenticate',
  'proxy-authenticate',
  'authentication-info',
  'x-frame-options',
  'x-content-type-options',
  'x-robots-tag',
  'x-dns-prefetch-control',
  'x-xss-protection',
  'x-ua-compatible',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'te',
  'server',
  'date',
  'via',
];

const OF_THE_BODY = [
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
];
const OF_A_CALL = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'device-uuid',
  'if-none-match',
  'sec-fetch-site',
  'ua',
  'user-agent',
  'x-app-version',
];

/** A valid header name in lower case (RFC 9110, 5.1), as Node returns it. */
const anyName = fc.oneof(
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9a-z-]{1,40}$/),
  fc.constantFrom(...COMMANDS, ...OF_THE_BODY, ...OF_A_CALL),
  fc.stringMatching(/^x-accel-[a-z-]{1,12}$/),
);
const anyHeaders = fc.dictionary(anyName, fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 })));

describe('response headers from the upstream', () => {
  it('reach a visitor only if they describe the body', () => {
    fc.assert(
      fc.property(anyHeaders, (headers) => {
        for (const name of Object.keys(headersToVisitor(headers))) expect(OF_THE_BODY).toContain(name);
      }),
    );
  });

  it.each(COMMANDS)('are dropped if they control a browser or a web server: %s', (name) => {
    expect(headersToVisitor({ [name]: 'x' })).toEqual({});
  });

  it.each(OF_THE_BODY)('are forwarded if they describe the body: %s', (name) => {
    expect(headersToVisitor({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  it('are dropped if the Connection header names them', () => {
    expect(headersToVisitor({ connection: 'close, ETag', etag: '"e"', age: '1' })).toEqual({ age: '1' });
  });
});

describe('request headers from a browser', () => {
  it('reach the upstream only if they are in the contract', () => {
    fc.assert(
      fc.property(anyHeaders, (headers) => {
        for (const name of Object.keys(headersToUpstream(headers))) expect(OF_A_CALL).toContain(name);
      }),
    );
  });

  it.each(OF_A_CALL.filter((name) => name !== 'user-agent'))(
    'are forwarded if the contract defines them: %s',
    (name) => {
      expect(headersToUpstream({ [name]: 'x' })).toMatchObject({ [name]: 'x' });
    },
  );

  it("include the contract's fixed user agent instead of the browser's", () => {
    expect(headersToUpstream({ 'user-agent': 'Mozilla/5.0' })).toEqual({ 'user-agent': 'pc' });
    expect(headersToUpstream({ connection: 'user-agent' })).toEqual({ 'user-agent': 'pc' });
  });
});
