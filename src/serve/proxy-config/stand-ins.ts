import { SECURITY_HEADERS } from '#src/lib/response-headers.ts';

/** A response that the web server sends instead of our server. Crawlers retry after a 429 or 503. */
export interface StandIn {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly page: string;
  /** Body of the response to an API call: an error in the contract's format. */
  readonly call: string;
}

const standIn = (
  status: number,
  code: 'UNAVAILABLE' | 'RATE_LIMITED',
  retryAfter: string,
  pageText: string,
  callText: string,
): StandIn => ({
  status,
  headers: {
    ...SECURITY_HEADERS,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'Retry-After': retryAfter,
  },
  page: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Try again</title><p>${pageText}</p></html>`,
  call: JSON.stringify({ success: 0, data: null, errors: [{ code, message: callText }], desc: callText }),
});

/** The response if our server is down. */
export const UNAVAILABLE = standIn(
  503,
  'UNAVAILABLE',
  '5',
  'This page cannot be shown. Please try again in a moment.',
  'The site cannot be reached.',
);

/** The response if a visitor exceeds the rate limit. */
export const TOO_MANY = standIn(
  429,
  'RATE_LIMITED',
  '2',
  'You requested too many pages. Please try again in a moment.',
  'Too many calls. Please try again in a moment.',
);
