import { describe, expect, it } from 'vitest';
import {
  CACHE_CONTROL,
  CONFINED_POLICY,
  KEPT_PAGE,
  KEPT_PICTURE,
  REPORT_PATH,
  REPORTING_ENDPOINTS,
  SECURITY_HEADERS,
} from '#src/lib/response-headers.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The directives of a header by name; a name alone is true. */
const directives = (header: string) =>
  Object.fromEntries(
    header.split(/[,;]\s*/).map((part) => {
      const [name = '', ...value] = part.split(/[= ]/);
      return [name, value.length === 0 || value.join(' ')];
    }),
  );

// docs/operate/server.md and docs/operate/search-engines.md promise these times.
describe('what is rendered on request', () => {
  it('is fresh for a minute, and is sent for a day more, also while the upstream fails', () => {
    expect(KEPT_PAGE).toEqual({ maxAge: MINUTE, swr: DAY });
  });

  it('is kept for a week where it is a picture, whose address tells what it shows', () => {
    expect(KEPT_PICTURE).toEqual({ maxAge: 7 * DAY, swr: DAY });
  });
});

describe('Cache-Control', () => {
  it('of a page makes browsers ask each time, so that a publish is seen at once', () => {
    expect(directives(CACHE_CONTROL.page)).toEqual({ public: true, 'max-age': '0', 'must-revalidate': true });
  });

  it('of a file without a hash in its name makes them ask after an hour', () => {
    expect(directives(CACHE_CONTROL.file)).toEqual({ public: true, 'max-age': String(HOUR) });
  });

  it('of a file with a hash in its name lets them keep it for a year without asking', () => {
    expect(directives(CACHE_CONTROL.hashedFile)).toEqual({
      public: true,
      'max-age': String(365 * DAY),
      immutable: true,
    });
  });
});

it('an answer that is no page runs and loads nothing, and no frame shows it', () => {
  expect(directives(CONFINED_POLICY)).toMatchObject({
    'default-src': "'none'",
    'frame-ancestors': "'none'",
    sandbox: true,
  });
});

it('no type is guessed, and no other site is told the path of a page', () => {
  expect(SECURITY_HEADERS).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
});

it('reports of policies go to the path that takes them', () => {
  expect(REPORTING_ENDPOINTS).toBe(`csp="${REPORT_PATH}"`);
});
