import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiState } from '#src/api/http/context.ts';
import { contextOf, paramsOf } from '#src/api/http/request.ts';
import { addSession } from '#src/api/store/visitors/sessions.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { newUser } from '../store/visitors/visitors-database.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

let open: EmptyStore;
let token: string;
beforeAll(async () => {
  open = await openEmptyStore();
  const user = await newUser(open.store.visitors, 'ada@example.org');
  token = (await addSession(open.store.visitors, user, { browser: null, system: null } as never, NOW)).access;
});
afterAll(() => open.close());

const request = (members: object) =>
  ({ method: 'GET', query: {}, headers: {}, ip: '192.0.2.7', ...members }) as unknown as FastifyRequest;
const cookies: string[] = [];
const contextFor = (members: object, now = NOW, accounts = 'group') =>
  contextOf(
    request(members),
    {
      brand: 'ash',
      accounts,
      site: { origin: 'https://ash.test', name: 'Ash' },
      measurementIds: [],
      livingLists: false,
      state: { store: open.store, now: () => now } as unknown as ApiState,
    },
    cookies,
  );
const headers = (given: Record<string, string | string[]>) => contextFor({ headers: given });

describe('the parameters of an API call', () => {
  it('are read from the query of a GET or the body of a POST, and are empty without a query or body', () => {
    const [query, body] = [{ page: '2' }, { page: 3 }];
    expect(paramsOf(request({ query, body }))).toEqual(query);
    expect(paramsOf(request({ method: 'POST', query, body }))).toEqual(body);
    for (const nothing of [null, undefined]) {
      expect(paramsOf(request({ method: 'POST', query, body: nothing }))).toEqual({});
      expect(paramsOf(request({ query: nothing }))).toEqual({});
    }
  });

  it.each([[[]], ['text'], [7]])('are rejected if the body is %j', (body) => {
    expect(() => paramsOf(request({ method: 'POST', body }))).toThrow('The body must be a JSON object.');
  });
});

describe('the section and language of an API call', () => {
  it('default to English content', async () => {
    expect(await contextFor({})).toMatchObject({ section: 7, lang: 'en-us' });
  });

  it('are read from the query, and for a POST also from the body, which takes precedence', async () => {
    const [query, body] = [{ section: '9', lang: 'ES-mx' }, { section: 12 }];
    expect(await contextFor({ query, body })).toMatchObject({ section: 9, lang: 'es-mx' });
    expect(await contextFor({ method: 'POST', query, body })).toMatchObject({ section: 12, lang: 'es-mx' });
  });

  it.each([
    { section: '0', lang: 'x'.repeat(35) },
    { section: '999999999', lang: '' },
  ])('may be %j', async (query) => {
    expect(await contextFor({ query })).toMatchObject({ section: Number(query.section), lang: query.lang });
  });

  it.each([
    { section: '1234567890' },
    { section: '-1' },
    { section: '1.5' },
    { section: '7 ' },
    { section: '' },
    { section: null },
    { section: ['7', '7'] },
    { lang: 'x'.repeat(36) },
    { lang: 7 },
    { lang: ['en', 'es'] },
  ])('are rejected if they are %j', async (query) => {
    await expect(contextFor({ query })).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 });
  });
});

describe('the visitor of an API call', () => {
  it('is identified by a token that has not expired and belongs to the group of brands', async () => {
    const authorization = `Bearer ${token}`;
    const user = { user: 1, session: expect.any(Number), token };
    expect(await headers({ authorization })).toMatchObject(user);
    expect(await headers({ authorization: `bearer   ${token}` })).toMatchObject(user);
    const nobody = { user: undefined, session: undefined, token };
    expect(await contextFor({ headers: { authorization } }, NOW, 'other')).toMatchObject(nobody);
    expect(await contextFor({ headers: { authorization } }, new Date(NOW.getTime() + 900_000))).toMatchObject(nobody);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Bearer a.b', `Bearer ${'a'.repeat(201)}`])(
    'is anonymous if the Authorization header is %j',
    async (authorization) => {
      expect(await headers({ authorization })).toMatchObject({ token: '', user: undefined });
    },
  );

  it.each([
    ['12345678', '12345678'],
    ['A'.repeat(64), 'A'.repeat(64)],
    ['1234567', ''],
    ['A'.repeat(65), ''],
    ['1234_5678', ''],
    [['12345678', '12345678'], ''],
  ])('has a device id only if the device header is valid: %j', async (sentHeaders, device) => {
    expect((await headers({ 'device-uuid': sentHeaders })).device).toBe(device);
  });

  it.each([
    [{ 'x-app-version': '1' }, true],
    [{ 'x-app-version': '1', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'x-app-version': '1', 'sec-fetch-site': 'same-site' }, false],
    [{ 'x-app-version': '1', 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{}, false],
  ])('is recognised as coming from a page of the site by the headers %j: %s', async (sentHeaders, sameOrigin) => {
    expect((await headers(sentHeaders as Record<string, string>)).browser.sameOrigin).toBe(sameOrigin);
  });

  it('has a user agent, a session cookie and an IP address; an IPv6 address is truncated to its /64', async () => {
    const sentHeaders = { cookie: 'a=1; __Host-lectern_session=s3cret; b=2', 'user-agent': 'Ferret/1' };
    const { browser } = await headers(sentHeaders);
    expect([browser.refresh, browser.userAgent]).toEqual(['s3cret', 'Ferret/1']);
    browser.setCookie('one=1');
    expect(cookies).toEqual(['one=1']);
    expect((await headers({})).browser).toMatchObject({ refresh: '', userAgent: '' });
    const [one, two] = await Promise.all(['2001:db8:1:2::1', '2001:db8:1:2:9::'].map((ip) => contextFor({ ip })));
    expect(one?.address).toBe(two?.address);
  });
});
