import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { type ScriptedServer, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';

const COOKIE = '__Host-lectern_session=secret; Path=/; Secure; HttpOnly; SameSite=Lax';
const USER = { id: 7, name: 'Ann', email: 'ann@example.org', coins: 0, created_at: '2026-01-02T03:04:05Z' };
const SESSION = { token: 'a-token-of-sixteen', expires_at: '2027-01-02T03:04:05Z', renew_in: 900, user: USER };

let upstream: ScriptedServer;
let server: RunningServer;
beforeAll(async () => {
  const cookies = { 'set-cookie': [COOKIE, 'tracker=1'] as never };
  upstream = await startScriptedServer((response) => succeed(response, { session: SESSION, event: null }, cookies));
  server = await startServer([testBrand('ash')], { upstreamOrigin: upstream.origin });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(() => void upstream.seen.splice(0));

const send = (path: string, fields: string, headers: Readonly<Record<string, string>> = {}) =>
  server.ask('ash', path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: fields,
  });
const DEVICE = '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e001';

it("a form sent without scripts is forwarded to the brand's upstream on behalf of the visitor", async () => {
  const { status, headers } = await send('/_help', `event=3&book=7&locale=en&device=${DEVICE}`);
  expect([status, headers.location]).toEqual([303, '/invited-to-help/7/3#help-clicked']);
  expect(upstream.seen).toMatchObject([
    { path: '/ash_api/v1/event.help_click', headers: { 'device-uuid': DEVICE, 'x-forwarded-for': '127.0.0.1' } },
  ]);
  expect(headers).not.toHaveProperty('set-cookie');
});

it('a sign-in form sent without scripts redirects back with the session cookie, and with no other cookie of the upstream', async () => {
  const { headers } = await send('/_sign-in', 'email=ann@example.org&password=words&to=/history');
  expect(headers.location).toBe('/login?to=%2Fhistory');
  const [session, handover] = headers['set-cookie'] ?? [];
  expect([session, headers['set-cookie']?.length]).toEqual([COOKIE, 2]);
  expect(handover).toContain('__Host-lectern_sign_in=');
});

it.each(['/_sign-in', '/_application', '/_help', '/_chapter-report'])(
  'the form URL %s accepts only forms from pages of this site',
  async (path) => {
    expect((await send(path, 'locale=en', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(path, 'locale=en', { origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send(path, 'locale=en', { 'content-type': 'text/plain' })).status).toBe(415);
    expect(upstream.seen).toEqual([]);
  },
);
