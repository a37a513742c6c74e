import { describe, expect, it } from 'vitest';
import { checkEmptySection, checkEtag, checkLang, checkParamsPlace } from '#src/contract/conformance/check-http.ts';
import { bannerIndex, searchMulti } from '#src/contract/index.ts';
import { type Asked, data, error, type Given, RESPONSE, runAgainst, whats } from './test-run.ts';

const EMPTY = { items: [] };
const empty = { ...RESPONSE, json: data(EMPTY).body };

describe('an ETag', () => {
  const check = async (again: Given, etag: string | undefined = '"e"') => {
    const { run, asked } = runAgainst(() => again);
    return { problems: whats(await checkEtag(run, bannerIndex, {}, { ...RESPONSE, etag })), asked };
  };

  it('is sent back and gets a 304 without a body', async () => {
    const { problems, asked } = await check({ status: 304, body: '' });
    expect([problems, asked[0]?.headers['if-none-match']]).toEqual([[], '"e"']);
  });

  it('is reported if missing, and no further request is sent', async () => {
    const { run, asked } = runAgainst(() => error('INTERNAL'));
    expect(whats(await checkEtag(run, bannerIndex, {}, RESPONSE))).toEqual(['has no ETag']);
    expect(asked).toEqual([]);
  });

  it('is reported if the content is sent again or the 304 has a body', async () => {
    expect((await check(data(EMPTY))).problems).toEqual(['If-None-Match "e" is answered with 200, not 304']);
    expect((await check({ status: 304, body: '{}' })).problems).toEqual(['the 304 has a body']);
  });
});

describe('lang in upper case', () => {
  const check = async (given: Given) => {
    const { run, asked } = runAgainst(() => given);
    return { problems: whats(await checkLang(run, bannerIndex, {}, empty)), lang: asked[0]?.query['lang'] };
  };

  it('gets the same response, whatever the order of its fields', async () => {
    expect(await check({ body: { errors: [], data: EMPTY, success: 1 } })).toEqual({ problems: [], lang: 'EN-US' });
  });

  it.each([
    ['data', data({ items: [{}] })],
    ['a status', { ...data(EMPTY), status: 201 }],
  ])('is reported if the response differs: %s', async (_what, given) => {
    expect((await check(given)).problems).toEqual(['lang in capitals changes the response']);
  });
});

describe('section and lang of a POST', () => {
  const WORDS = 'section and lang in the query give a different response than in the body';
  const known = ({ params }: Asked) => data({ section: Number(params['section']), lang: params['lang'] });
  const first = { ...RESPONSE, json: data({ section: 7, lang: 'en-us' }).body };
  const check = async (answer: (asked: Asked) => Given) => {
    const { run, asked } = runAgainst(answer);
    return { problems: whats(await checkParamsPlace(run, searchMulti, { keyword: 'x' }, first)), asked };
  };

  it('have the same effect in query and body, as does a different section', async () => {
    const { problems, asked } = await check(known);
    expect(problems).toEqual([]);
    expect(asked.map(({ query, params }) => [query['section'], Number(params['section'])])).toEqual([
      ['7', 7],
      [undefined, 999_999],
      ['999999', 999_999],
    ]);
  });

  it('are reported if the query or the body is ignored', async () => {
    const body = await check((asked) => (asked.query['section'] === undefined ? known(asked) : error('BAD_REQUEST')));
    expect(body.problems).toEqual([WORDS, WORDS]);
    const query = await check((asked) =>
      asked.query['section'] === undefined ? data({ section: 7, lang: 'en-us' }) : known(asked),
    );
    expect(query.problems).toEqual([WORDS]);
  });
});

it('an unknown section gets the same response as any other', async () => {
  const check = async (given: Given) => {
    const { run, asked } = runAgainst(() => given);
    return [whats(await checkEmptySection(run, bannerIndex, {})), asked[0]?.query['section']];
  };
  expect(await check(data(EMPTY))).toEqual([[], '999999']);
  expect(await check(error('NOT_FOUND'))).toEqual([['answers 404 NOT_FOUND, not 200'], '999999']);
});
