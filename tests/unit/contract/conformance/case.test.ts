import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type CallCase, defineCase, errorsOnly } from '#src/contract/conformance/case.ts';
import type { CallReport } from '#src/contract/conformance/types.ts';
import { type AnyCall, type ApiErrorCode, bannerIndex, defineCall } from '#src/contract/index.ts';
import { emptyPage, listParams, paged } from '#src/contract/paging.ts';
import { data, error, type FakeResponse, type ReceivedRequest, runAgainst, whats } from './test-run.ts';

const common = { purpose: 'A call of the test.', fallback: 'nothing', pages: ['home'], data: v.object({}), empty: {} };
const withParams = defineCall('test.params', { ...common, method: 'POST', params: v.object({ id: v.number() }) });
const plain = defineCall('test.plain', { ...common, method: 'GET', params: v.object({}) });
const { fallback: _fallback, ...present } = common;
const required = defineCall('test.required', { ...present, required: true, method: 'GET', params: v.object({}) });
const list = defineCall('test.list', {
  ...common,
  method: 'GET',
  params: listParams({}),
  data: paged(v.object({ id: v.number() })),
  empty: emptyPage(),
});

/** The response that a conforming upstream sends to a GET. */
function goodResponse({ headers }: ReceivedRequest, value: unknown = {}): FakeResponse {
  return headers['if-none-match'] === '"e"' ? { status: 304, body: '' } : { ...data(value), etag: '"e"' };
}

function goodList(request: ReceivedRequest): FakeResponse {
  const [page, size] = [Number(request.params['page'] ?? 1), Number(request.params['page_size'] ?? 20)];
  if (!(page >= 1 && size <= 200)) return error('BAD_REQUEST');
  const items = [1, 2, 3].map((id) => ({ id })).slice((page - 1) * size, page * size);
  return goodResponse(request, { items, page, page_size: size, total: 3 });
}

/** Runs a conformance case against an upstream. @returns the main parts of the report */
async function check(
  subject: { check(run: never): Promise<CallReport> },
  answer: (request: ReceivedRequest) => FakeResponse,
) {
  const { run, requests } = runAgainst(answer);
  const { state, problems, notes } = await subject.check(run as never);
  return { state, notes, problems: whats(problems), requests };
}
const caseOf = <C extends AnyCall>(call: C, more: Partial<CallCase<C>> = {}) =>
  defineCase(call, { params: () => ({}), ...more });

it('a conformance case without parameters checks the response', async () => {
  expect(await check(caseOf(plain), goodResponse)).toMatchObject({ state: 'passed', notes: [] });
  expect((await check(caseOf(plain), () => data({}))).problems).toEqual(['has no ETag']);
});

describe('a conformance case that checks only errors', () => {
  const errors = [
    { params: { id: 1 }, codes: ['NOT_FOUND'], why: 'one' },
    { params: { id: 2 }, codes: ['FORBIDDEN', 'BAD_REQUEST'], why: 'two' },
  ] as const;
  const callCase = errorsOnly(withParams, 'it writes', errors);

  it('sends a request per error and accepts any of its codes', async () => {
    const { state, requests } = await check(callCase, ({ params }) =>
      error(params['id'] === 1 ? 'NOT_FOUND' : 'BAD_REQUEST'),
    );
    expect([state, requests.map(({ params }) => params['id'])]).toEqual(['passed', [1, 2]]);
  });

  it('reports each request that gets a different error', async () => {
    const { state, problems } = await check(callCase, () => error('INTERNAL'));
    expect([state, problems.length]).toEqual(['failed', 2]);
  });
});

describe('the conformance check of a call missing from the upstream', () => {
  it('reports the call as absent and sends no further request', async () => {
    const { state, problems, requests } = await check(caseOf(list), () => ({ status: 404, body: 'Not here.' }));
    expect([state, problems, requests.length]).toEqual(['absent', [], 1]);
  });

  it('fails if the call is required', async () => {
    const { state } = await check(caseOf(bannerIndex), () => ({ status: 404, body: 'Not here.' }));
    expect(state).toBe('failed');
  });
});

describe('the conformance check of a call without usable parameters', () => {
  const nothing = { params: () => undefined, needs: 'shelf' };
  const NOTE = "data not checked: the upstream's lists have no shelf";

  it('adds a note if the call is optional and fails if it is required', async () => {
    const optional = await check(caseOf(plain, nothing), goodResponse);
    expect(optional).toMatchObject({ state: 'passed', notes: [NOTE], problems: [] });
    expect(await check(caseOf(required, nothing), goodResponse)).toMatchObject({
      state: 'failed',
      notes: [],
      problems: [NOTE],
    });
  });

  it('still sends the invalid requests', async () => {
    const { state, problems } = await check(caseOf(plain, { ...nothing, invalid: [{ id: 'x' }] }), goodResponse);
    expect([state, problems]).toEqual(['failed', [expect.stringContaining('{"id":"x"} is answered with 200')]]);
  });

  it('notes that the lists have no content, unless the case names the content that it needs', async () => {
    const { notes } = await check(caseOf(plain, { params: () => undefined }), goodResponse);
    expect(notes[0]).toMatch(/have no content$/);
  });
});

describe('the error codes required by a conformance check', () => {
  const goneCall = { ...withParams, method: 'GET', errors: ['NOT_FOUND', 'GONE'] } as typeof withParams;
  const problemsFor = async (call: typeof withParams, missing: ApiErrorCode, invalid: ApiErrorCode) => {
    const callCase = caseOf(call, { params: () => ({ id: 1 }), missing: [{ id: 9 }], invalid: [{ id: -1 }] });
    const { problems } = await check(callCase, (request) => {
      const id = Number(request.params['id']);
      return id === 9 ? error(missing) : id === -1 ? error(invalid) : goodResponse(request);
    });
    return problems;
  };

  it('are NOT_FOUND, or GONE if the call supports it, for content that does not exist', async () => {
    expect(await problemsFor(goneCall, 'NOT_FOUND', 'BAD_REQUEST')).toEqual([]);
    expect(await problemsFor(goneCall, 'GONE', 'BAD_REQUEST')).toEqual([]);
    expect(await problemsFor({ ...goneCall, errors: [] }, 'GONE', 'BAD_REQUEST')).toHaveLength(1);
    expect(await problemsFor(goneCall, 'UNAVAILABLE_FOR_LEGAL_REASONS', 'BAD_REQUEST')).toHaveLength(1);
  });

  it('are BAD_REQUEST for requests that violate the contract', async () => {
    const problems = await problemsFor(goneCall, 'NOT_FOUND', 'NOT_FOUND');
    expect(problems).toEqual([expect.stringMatching(/^\{"id":-1\} is answered with 404 NOT_FOUND/)]);
  });
});

describe('the response of a call in a conformance check', () => {
  it('is reported without a check of its data if it is an error response', async () => {
    const callCase = caseOf(plain, { checkData: () => [{ where: '', what: 'the data', fix: '' }] });
    expect((await check(callCase, () => error('INTERNAL'))).problems).toEqual(['answers 500 INTERNAL, not 200']);
    expect((await check(callCase, goodResponse)).problems).toEqual(['the data']);
  });

  it('gets a note instead of a problem if it is NOT_FOUND for parameters chosen by the operator', async () => {
    const callCase = caseOf(plain, { noteNotFound: () => 'there is no help event 5' });
    const { state, notes } = await check(callCase, () => error('NOT_FOUND'));
    expect([state, notes]).toEqual(['passed', ['there is no help event 5']]);
    expect((await check(callCase, () => error('INTERNAL'))).state).toBe('failed');
  });

  it('is also requested for an unknown section, but only if the call needs no parameters', async () => {
    const sections = async (params: object) => {
      const { requests } = await check(caseOf(plain, { params: () => params }), goodResponse);
      return requests.map(({ query }) => query['section']);
    };
    expect(await sections({})).toContain('999999');
    expect(await sections({ id: '1' })).not.toContain('999999');
  });

  it('must be the same for parameters in the query and in the body of a POST, and a POST needs no ETag', async () => {
    const { state, requests } = await check(caseOf({ ...plain, method: 'POST' } as typeof plain), () => data({}));
    expect(state).toBe('passed');
    expect(requests.some(({ query, headers }) => query['section'] === '7' && !headers['if-none-match'])).toBe(true);
  });
});

describe('the paged list of a call in a conformance check', () => {
  it('is requested page by page', async () => {
    const callCase = caseOf(list, { list: { pageOf: (answer) => answer } });
    const { state, problems, requests } = await check(callCase, goodList);
    expect([state, problems]).toEqual(['passed', []]);
    expect(requests.some(({ params }) => params['page'] === '4')).toBe(true);
  });

  it('must not contain two entries with the same id, or the same key if the case defines one', async () => {
    const twice = (more: object) =>
      check(caseOf(list, { list: { pageOf: (answer) => answer, ...more } }), (request) => {
        const callCase = goodList(request);
        return request.params['page'] === '2'
          ? goodResponse(request, { items: [{ id: 1 }], page: 2, page_size: 1, total: 3 })
          : callCase;
      });
    expect((await twice({})).problems).toEqual(['items contains 1 twice']);
    expect((await twice({ keyOf: () => 'same' })).problems).toEqual([
      'items contains same twice',
      'items contains same twice',
    ]);
  });

  it('is requested with a cursor only if the call supports cursors', async () => {
    const cursor = async (changes: boolean) => {
      const changing = { ...list, data: v.object({ ...list.data.entries, cursor: v.string() }) };
      const callCase = caseOf(changing as never, { changes, list: { pageOf: (answer: never) => answer } } as never);
      const { requests } = await check(callCase, (one) => {
        const { body, ...rest } = goodList(one) as { body: { data?: object } };
        return { ...rest, body: body.data ? { ...body, data: { ...body.data, cursor: 'c1' } } : body };
      });
      return requests.some(({ params }) => params['since'] === 'c1');
    };
    expect([await cursor(true), await cursor(false)]).toEqual([true, false]);
  });
});
