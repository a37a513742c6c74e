import { SECURITY_HEADERS } from '#src/lib/response-headers.ts';

/** What a web server answers in the place of our server, where that does not answer. Crawlers come again after a 503. */
export const UNAVAILABLE_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Retry-After': '5',
};

const TEXT = 'This page cannot be shown. Please try again in a moment.';

export const UNAVAILABLE_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Try again</title><p>${TEXT}</p></html>`;

const CALL_TEXT = 'The site cannot be reached.';

/** An error in the contract's format. */
export const UNAVAILABLE_CALL = JSON.stringify({
  success: 0,
  data: null,
  errors: [{ code: 'UNAVAILABLE', message: CALL_TEXT }],
  desc: CALL_TEXT,
});
