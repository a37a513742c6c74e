import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type CallCase, defaultCase, defineCase, errorsOnly } from '#src/contract/conformance/case.ts';
import type { CallReport } from '#src/contract/conformance/types.ts';
import { type AnyCall, type ApiErrorCode, bannerIndex, defineCall } from '#src/contract/index.ts';
import { emptyPage, listParams, paged } from '#src/contract/paging.ts';
import { type Asked, data, error, type Given, runAgainst, whats } from './test-run.ts';

const common = { purpose: 'A call of the test.', fallback: 'nothing', pages: ['home'], data: v.object({}), empty: {} };
const signedIn = defineCall('test.signed_in', { ...common, method: 'POST', signedIn: true, params: v.object({}) });
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

/** Response of a conforming upstream to a GET without parameters. */
function good({ headers }: Asked, value: unknown = {}): Given {
  return headers['if-none-match'] === '"e"' ? { status: 304, body: '' } : { ...data(value), etag: '"e"' };
}

function goodList(asked: Asked): Given {
  const [page, size] = [Number(asked.params['page'] ?? 1), Number(asked.params['page_size'] ?? 20)];
  if (!(page >= 1 && size <= 200)) return error('BAD_REQUEST');
  const items = [1, 2, 3].map((id) => ({ id })).slice((page - 1) * size, page * size);
  return good(asked, { items, page, page_size: size, total: 3 });
}

/** The report on a case run against an upstream, in short. */
async function check(given: { check(run: never): Promise<CallReport> }, answer: (asked: Asked) => Given) {
  const { run, asked } = runAgainst(answer);
  const { state, problems, notes } = await given.check(run as never);
  return { state, notes, problems: whats(problems), asked };
}
const caseOf = <C extends AnyCall>(call: C, more: Partial<CallCase<C>> = {}) =>
  defineCase(call, { params: () => ({}), ...more });

describe('the default case for a call', () => {
  it.each([
    ['a call for signed-in visitors', signedIn, 'UNAUTHORIZED', 'BAD_REQUEST'],
    ['a call with required parameters', withParams, 'BAD_REQUEST', 'INTERNAL'],
  ] as const)('checks the error of %s', async (_name, call, right, wrong) => {
    const by = async (code: ApiErrorCode) => (await check(defaultCase(call), () => error(code))).state;
    expect([await by(right), await by(wrong), await by('CALL_ABSENT')]).toEqual(['passed', 'failed', 'absent']);
  });

  it('reports the success as unchecked and uses the device of the run', async () => {
    const { notes, asked } = await check(defaultCase(signedIn), () => error('UNAUTHORIZED'));
    expect(notes).toEqual(['success not checked: no test case exists']);
    expect(asked[0]?.headers['device-uuid']).toBe('device');
  });

  it('checks the data of a call without required parameters', async () => {
    expect(await check(defaultCase(plain), good)).toMatchObject({ state: 'passed', notes: [] });
    expect((await check(defaultCase(plain), () => data({}))).problems).toEqual(['has no ETag']);
  });
});

describe('an error-only case', () => {
  const errors = [
    { params: { id: 1 }, codes: ['NOT_FOUND'], why: 'one' },
    { params: { id: 2 }, codes: ['FORBIDDEN', 'BAD_REQUEST'], why: 'two' },
  ] as const;
  const given = errorsOnly(withParams, 'it writes', errors);

  it('tries each error and accepts any of its codes', async () => {
    const { state, asked } = await check(given, ({ params }) =>
      error(params['id'] === 1 ? 'NOT_FOUND' : 'BAD_REQUEST'),
    );
    expect([state, asked.map(({ params }) => params['id'])]).toEqual(['passed', [1, 2]]);
  });

  it('reports each error that gets a different response', async () => {
    const { state, problems } = await check(given, () => error('INTERNAL'));
    expect([state, problems.length]).toEqual(['failed', 2]);
  });
});

describe('a call missing from the upstream', () => {
  it('is absent, and no further request is sent', async () => {
    const { state, problems, asked } = await check(caseOf(list), () => ({ status: 404, body: 'Not here.' }));
    expect([state, problems, asked.length]).toEqual(['absent', [], 1]);
  });

  it('fails if it is required', async () => {
    const { state } = await check(caseOf(bannerIndex), () => ({ status: 404, body: 'Not here.' }));
    expect(state).toBe('failed');
  });
});

describe('a call for which the case has no parameters', () => {
  const nothing = { params: () => undefined, needs: 'shelf' };
  const NOTE = "data not checked: the upstream's lists have no shelf";

  it('has a note if it is optional and fails if it is required', async () => {
    const optional = await check(caseOf(plain, nothing), good);
    expect(optional).toMatchObject({ state: 'passed', notes: [NOTE], problems: [] });
    expect(await check(caseOf(required, nothing), good)).toMatchObject({
      state: 'failed',
      notes: [],
      problems: [NOTE],
    });
  });

  it('is still tested with invalid requests', async () => {
    const { state, problems } = await check(caseOf(plain, { ...nothing, invalid: [{ id: 'x' }] }), good);
    expect([state, problems]).toEqual(['failed', [expect.stringContaining('{"id":"x"} is answered with 200')]]);
  });

  it('has no content to check if the case names none', async () => {
    const { notes } = await check(caseOf(plain, { params: () => undefined }), good);
    expect(notes[0]).toMatch(/have no content$/);
  });
});

describe('the errors of a call', () => {
  const gone = { ...withParams, method: 'GET', errors: ['NOT_FOUND', 'GONE'] } as typeof withParams;
  const told = async (call: typeof withParams, missing: ApiErrorCode, invalid: ApiErrorCode) => {
    const given = caseOf(call, { params: () => ({ id: 1 }), missing: [{ id: 9 }], invalid: [{ id: -1 }] });
    const { problems } = await check(given, (asked) => {
      const id = Number(asked.params['id']);
      return id === 9 ? error(missing) : id === -1 ? error(invalid) : good(asked);
    });
    return problems;
  };

  it('are NOT_FOUND, or GONE if the call has it, for anything that does not exist', async () => {
    expect(await told(gone, 'NOT_FOUND', 'BAD_REQUEST')).toEqual([]);
    expect(await told(gone, 'GONE', 'BAD_REQUEST')).toEqual([]);
    expect(await told({ ...gone, errors: [] }, 'GONE', 'BAD_REQUEST')).toHaveLength(1);
    expect(await told(gone, 'UNAVAILABLE_FOR_LEGAL_REASONS', 'BAD_REQUEST')).toHaveLength(1);
  });

  it('are BAD_REQUEST for requests that violate the contract', async () => {
    const problems = await told(gone, 'NOT_FOUND', 'NOT_FOUND');
    expect(problems).toEqual([expect.stringMatching(/^\{"id":-1\} is answered with 404 NOT_FOUND/)]);
  });
});

describe('the response to a call', () => {
  it('is reported once if it is an error, and its data is not checked', async () => {
    const given = caseOf(plain, { checkData: () => [{ where: '', what: 'the data', fix: '' }] });
    expect((await check(given, () => error('INTERNAL'))).problems).toEqual(['answers 500 INTERNAL, not 200']);
    expect((await check(given, good)).problems).toEqual(['the data']);
  });

  it('becomes a note if a user named something that is not found', async () => {
    const given = caseOf(plain, { noteNotFound: () => 'there is no help event 5' });
    const { state, notes } = await check(given, () => error('NOT_FOUND'));
    expect([state, notes]).toEqual(['passed', ['there is no help event 5']]);
    expect((await check(given, () => error('INTERNAL'))).state).toBe('failed');
  });

  it('is requested in an unknown section only if it needs no parameters', async () => {
    const sections = async (params: object) => {
      const { asked } = await check(caseOf(plain, { params: () => params }), good);
      return asked.map(({ query }) => query['section']);
    };
    expect(await sections({})).toContain('999999');
    expect(await sections({ id: '1' })).not.toContain('999999');
  });

  it('is compared by parameter location for a POST and has no ETag', async () => {
    const { state, asked } = await check(caseOf({ ...plain, method: 'POST' } as typeof plain), () => data({}));
    expect(state).toBe('passed');
    expect(asked.some(({ query, headers }) => query['section'] === '7' && !headers['if-none-match'])).toBe(true);
  });
});

describe('the list of a call', () => {
  it('is read page by page', async () => {
    const given = caseOf(list, { list: { pageOf: (answer) => answer } });
    const { state, problems, asked } = await check(given, goodList);
    expect([state, problems]).toEqual(['passed', []]);
    expect(asked.some(({ params }) => params['page'] === '4')).toBe(true);
  });

  it('has no duplicate entry, by id or by the key of the case', async () => {
    const twice = (more: object) =>
      check(caseOf(list, { list: { pageOf: (answer) => answer, ...more } }), (asked) => {
        const given = goodList(asked);
        return asked.params['page'] === '2'
          ? good(asked, { items: [{ id: 1 }], page: 2, page_size: 1, total: 3 })
          : given;
      });
    expect((await twice({})).problems).toEqual(['items contains 1 twice']);
    expect((await twice({ keyOf: () => 'same' })).problems).toEqual([
      'items contains same twice',
      'items contains same twice',
    ]);
  });

  it('is requested by cursor only if it can have one', async () => {
    const cursor = async (changes: boolean) => {
      const changing = { ...list, data: v.object({ ...list.data.entries, cursor: v.string() }) };
      const given = caseOf(changing as never, { changes, list: { pageOf: (answer: never) => answer } } as never);
      const { asked } = await check(given, (one) => {
        const { body, ...rest } = goodList(one) as { body: { data?: object } };
        return { ...rest, body: body.data ? { ...body, data: { ...body.data, cursor: 'c1' } } : body };
      });
      return asked.some(({ params }) => params['since'] === 'c1');
    };
    expect([await cursor(true), await cursor(false)]).toEqual([true, false]);
  });
});
