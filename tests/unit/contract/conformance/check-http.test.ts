import { describe, expect, it } from 'vitest';
import { checkEmptySection, checkEtag, checkLang, checkParamsPlace } from '#src/contract/conformance/check-http.ts';
import { bannerIndex, searchMulti } from '#src/contract/index.ts';
import { data, error, type FakeResponse, RESPONSE, type ReceivedRequest, runAgainst, whats } from './test-run.ts';

const EMPTY = { items: [] };
const empty = { ...RESPONSE, json: data(EMPTY).body };

describe('the conformance check of an ETag', () => {
  const check = async (again: FakeResponse, etag: string | undefined = '"e"') => {
    const { run, requests } = runAgainst(() => again);
    return { problems: whats(await checkEtag(run, bannerIndex, {}, { ...RESPONSE, etag })), requests };
  };

  it('sends the ETag back and expects a 304 without a body', async () => {
    const { problems, requests } = await check({ status: 304, body: '' });
    expect([problems, requests[0]?.headers['if-none-match']]).toEqual([[], '"e"']);
  });

  it('reports a missing ETag and sends no further request', async () => {
    const { run, requests } = runAgainst(() => error('INTERNAL'));
    expect(whats(await checkEtag(run, bannerIndex, {}, RESPONSE))).toEqual(['has no ETag']);
    expect(requests).toEqual([]);
  });

  it('reports a 200 instead of a 304, and a 304 with a body', async () => {
    expect((await check(data(EMPTY))).problems).toEqual(['If-None-Match "e" is answered with 200, not 304']);
    expect((await check({ status: 304, body: '{}' })).problems).toEqual(['the 304 has a body']);
  });
});

describe('the conformance check of lang in upper case', () => {
  const check = async (response: FakeResponse) => {
    const { run, requests } = runAgainst(() => response);
    return { problems: whats(await checkLang(run, bannerIndex, {}, empty)), lang: requests[0]?.query['lang'] };
  };

  it('accepts the same response, even if its fields are in a different order', async () => {
    expect(await check({ body: { errors: [], data: EMPTY, success: 1 } })).toEqual({ problems: [], lang: 'EN-US' });
  });

  it.each([
    ['in its data', data({ items: [{}] })],
    ['in its status', { ...data(EMPTY), status: 201 }],
  ])('reports a response that differs %s', async (_what, response) => {
    expect((await check(response)).problems).toEqual(['lang in capitals changes the response']);
  });
});

describe('the conformance check of section and lang in a POST', () => {
  const WORDS = 'section and lang in the query give a different response than in the body';
  const echoParams = ({ params }: ReceivedRequest) =>
    data({ section: Number(params['section']), lang: params['lang'] });
  const first = { ...RESPONSE, json: data({ section: 7, lang: 'en-us' }).body };
  const check = async (answer: (request: ReceivedRequest) => FakeResponse) => {
    const { run, requests } = runAgainst(answer);
    return { problems: whats(await checkParamsPlace(run, searchMulti, { keyword: 'x' }, first)), requests };
  };

  it('requires the same response for parameters in the query and in the body, also for an unknown section', async () => {
    const { problems, requests } = await check(echoParams);
    expect(problems).toEqual([]);
    expect(requests.map(({ query, params }) => [query['section'], Number(params['section'])])).toEqual([
      ['7', 7],
      [undefined, 999_999],
      ['999999', 999_999],
    ]);
  });

  it('reports an upstream that ignores the query or the body', async () => {
    const body = await check((request) =>
      request.query['section'] === undefined ? echoParams(request) : error('BAD_REQUEST'),
    );
    expect(body.problems).toEqual([WORDS, WORDS]);
    const query = await check((request) =>
      request.query['section'] === undefined ? data({ section: 7, lang: 'en-us' }) : echoParams(request),
    );
    expect(query.problems).toEqual([WORDS]);
  });
});

it('the conformance check requires status 200 for an unknown section', async () => {
  const check = async (response: FakeResponse) => {
    const { run, requests } = runAgainst(() => response);
    return [whats(await checkEmptySection(run, bannerIndex, {})), requests[0]?.query['section']];
  };
  expect(await check(data(EMPTY))).toEqual([[], '999999']);
  expect(await check(error('NOT_FOUND'))).toEqual([['answers 404 NOT_FOUND, not 200'], '999999']);
});
