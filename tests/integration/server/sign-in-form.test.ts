import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testBrand } from '../../helpers/published-brand.ts';
import { refuse, type ScriptedServer, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';
import { type RunningServer, startServer } from './fixture.ts';

const USER = { id: 7, name: 'Ann; "Ü"', email: 'ann@example.org', coins: 0, created_at: '2026-01-02T03:04:05Z' };
const SESSION = { token: 'a-token-of-sixteen', expires_at: '2027-01-02T03:04:05Z', renew_in: 900, user: USER };
const COOKIE = '__Host-lectern_session=secret; Path=/; Secure; HttpOnly; SameSite=Lax';

let upstream: ScriptedServer;
let server: RunningServer;
let answer: (response: Parameters<typeof succeed>[0]) => void;

beforeEach(async () => {
  answer = (response) => succeed(response, { session: SESSION }, { 'set-cookie': [COOKIE, 'tracker=1'] as never });
  upstream = await startScriptedServer((response) => answer(response));
  server = await startServer([testBrand('ash')], { upstreamOrigin: upstream.origin });
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

const FORM = { email: ' Ann@Example.org ', password: 'some words', locale: 'en', to: '/history?a=1' };
const send = (fields: Readonly<Record<string, string>> = FORM, headers: Readonly<Record<string, string>> = {}) =>
  server.ask('ash', '/_sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: String(new URLSearchParams(fields)),
  });

describe('a sign-in that was sent as a plain form', () => {
  it('is asked of the upstream, and leads back with the session in cookies that nothing keeps', async () => {
    const { status, headers } = await send();
    const [asked] = upstream.seen;
    expect(asked?.path).toBe('/ash_api/v1/auth.login');
    expect(JSON.parse(String(asked?.body))).toMatchObject({
      email: 'ann@example.org',
      password: 'some words',
      section: 7,
    });
    expect(asked?.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect([status, headers.location, headers['cache-control']]).toEqual([
      303,
      '/login?to=%2Fhistory%3Fa%3D1',
      'no-store',
    ]);
    const [session, handover = ''] = headers['set-cookie'] ?? [];
    expect(session).toBe(COOKIE);
    expect(handover).toMatch(/^__Host-lectern_sign_in=[\w%!'()*.~-]+; Max-Age=60; Path=\/; Secure; SameSite=Strict$/);
    const { expires_at: _expires, ...kept } = SESSION;
    expect(JSON.parse(decodeURIComponent(handover.slice(handover.indexOf('=') + 1, handover.indexOf(';'))))).toEqual(
      kept,
    );
  });

  it.each([
    ['WRONG_CREDENTIALS', 401, 'credentials'],
    ['RATE_LIMITED', 429, 'often'],
    ['SOMETHING', 400, 'unknown'],
    ['UNAVAILABLE', 503, 'network'],
  ])('names in the address what the upstream said: %s', async (code, status, failure) => {
    answer = (response) => refuse(response, status, code);
    const { headers } = await send();
    expect(headers.location).toBe(`/login?to=%2Fhistory%3Fa%3D1#sign-in-${failure}`);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('is not asked where it can be no sign-in', async () => {
    const { headers } = await send({ ...FORM, email: 'nobody' });
    expect(headers.location).toMatch(/#sign-in-input$/);
    expect(upstream.seen).toEqual([]);
  });

  it('leads to no other site, whatever the form names', async () => {
    const { headers } = await send({ ...FORM, locale: '//evil.example', to: 'https://evil.example/' });
    expect(headers.location).toBe('/login?to=https%3A%2F%2Fevil.example%2F');
  });

  it.each([
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of a page that tells no origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['in another form', { 'content-type': 'text/plain' }, 415],
  ])('is refused %s', async (_what, headers, status) => {
    expect((await send(FORM, headers)).status).toBe(status);
    expect(upstream.seen).toEqual([]);
  });

  it('is refused where it is longer than any', async () => {
    expect((await send({ ...FORM, to: `/${'x'.repeat(9000)}` })).status).toBe(413);
  });
});
