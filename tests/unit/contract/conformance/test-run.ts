import { createProbeClient, type ProbeResponse } from '#src/contract/conformance/probe-client.ts';
import type { TestRun } from '#src/contract/conformance/types.ts';
import { API_ERRORS, type ApiErrorCode } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';

/** A request that the simulated upstream of a test received. */
export interface ReceivedRequest {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Parameters from the query, without those from the body. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FakeResponse {
  readonly status?: number;
  readonly body: unknown;
  readonly etag?: string;
  readonly contentType?: string;
}

export const data = (value: unknown): FakeResponse => ({ body: { success: 1, data: value, errors: [] } });
export const error = (code: ApiErrorCode): FakeResponse => ({
  status: API_ERRORS[code],
  body: { success: 0, data: null, errors: [{ code, message: code }] },
});

export const AT = '2026-03-01T00:00:00Z';

/** A book as it appears in lists. */
export const listedBook = (id: number, title: string) => ({
  id,
  title,
  author: { id: 3, name: 'Nell' },
  cover: null,
  status: 'finished',
  introduction: '',
  category: { name: 'Fantasy', sub_name: null },
  genres: [],
  tags: [],
  keywords: [],
  words: 1,
  chapters: 0,
  rating: null,
  hot: 1,
  language: 'en',
  updated_at: AT,
});

/**
 * Creates a run of the conformance suite against an in-process upstream.
 * @returns the run and the requests that the upstream received
 */
export function runAgainst(
  answer: (request: ReceivedRequest) => FakeResponse,
  fixtures: Partial<TestRun['fixtures']> = {},
) {
  const requests: ReceivedRequest[] = [];
  const client = createProbeClient(
    async ({ target, body, headers }) => {
      const url = new URL(target, 'http://upstream.test');
      const query = Object.fromEntries(url.searchParams);
      const name = url.pathname.replace(/^.*\/v1\//, '');
      const request = { name, query, params: { ...query, ...JSON.parse(body ?? '{}') }, headers: { ...headers } };
      requests.push(request);
      const response = answer(request);
      const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
      const { status = 200, etag, contentType = 'application/json' } = response;
      return { status, etag, contentType, body: text };
    },
    { prefix: '/ash_api', locale: LOCALES.en, timeoutMs: 60_000 },
  );
  const run: TestRun = {
    client,
    fixtures: fixtures as TestRun['fixtures'],
    write: false,
    lang: LOCALES.en.lang,
    visitor: { deviceUuid: 'device', email: 'a@b.invalid' },
  };
  return { run, requests };
}

/** A successful response, from which checks take the request for their problem reports. */
export const RESPONSE: ProbeResponse = {
  where: 'GET /v1/test',
  status: 200,
  etag: undefined,
  contentType: 'application/json',
  body: '',
  json: undefined,
};

export const whats = (problems: readonly { readonly what: string }[]) => problems.map(({ what }) => what);
