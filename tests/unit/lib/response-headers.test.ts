import { describe, expect, it } from 'vitest';
import {
  CACHE_CONTROL,
  CONFINED_POLICY,
  KEPT_PAGE,
  KEPT_PICTURE,
  SECURITY_HEADERS,
} from '#src/lib/response-headers.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The directives of a header by name. A directive without a value is `true`. */
const directives = (header: string) =>
  Object.fromEntries(
    header.split(/[,;]\s*/).map((part) => {
      const [name = '', ...value] = part.split(/[= ]/);
      return [name, value.length === 0 || value.join(' ')];
    }),
  );

// docs/operate/server.md and docs/operate/search-engines.md state these times.
describe('the Cache-Control of a response rendered on request', () => {
  it('allows caching a page for a minute and using a stale copy for another day, even while the upstream fails', () => {
    expect(KEPT_PAGE).toEqual({ maxAge: MINUTE, swr: DAY });
  });

  it('allows caching an image for a week', () => {
    expect(KEPT_PICTURE).toEqual({ maxAge: 7 * DAY, swr: DAY });
  });
});

describe('the Cache-Control of a response sent from a file', () => {
  it('makes browsers revalidate a page on each visit', () => {
    expect(directives(CACHE_CONTROL.page)).toEqual({ public: true, 'max-age': '0', 'must-revalidate': true });
  });

  it('makes browsers revalidate a file without a hash in its name after an hour', () => {
    expect(directives(CACHE_CONTROL.file)).toEqual({ public: true, 'max-age': String(HOUR) });
  });

  it('lets browsers cache a file with a hash in its name for a year', () => {
    expect(directives(CACHE_CONTROL.hashedFile)).toEqual({
      public: true,
      'max-age': String(365 * DAY),
      immutable: true,
    });
  });
});

it('the policy of responses that are not pages forbids running scripts, loading files and framing', () => {
  expect(directives(CONFINED_POLICY)).toMatchObject({
    'default-src': "'none'",
    'frame-ancestors': "'none'",
    sandbox: true,
  });
});

it("response headers disable content sniffing and do not reveal a page's path to other sites", () => {
  expect(SECURITY_HEADERS).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
});
