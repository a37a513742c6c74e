import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { cookieIn, signIn, signUp, type Visitor } from '../../../integration/api/visitor.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let api: OpenApi;

beforeAll(async () => {
  api = await openApi();
});
beforeEach(() => api.setNow(NOW));
afterAll(() => api.close());

const later = (ms: number) => api.setNow(new Date(NOW.getTime() + ms));
const statusOf = async (visitor: Visitor) => (await visitor.get('user.profile')).status;

describe('the session cookie', () => {
  it('is limited to this host and secure connections, and hidden from scripts', async () => {
    const email = 'cookie@example.org';
    const answer = await api.post('auth.register', { email, password: 'correct horse' });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-lectern_session=[\w-]{43}; Max-Age=7776000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.data.session).toMatchObject({ renew_in: 840, expires_at: '2026-06-01T12:15:00.000Z' });
    expect(answer.body.data.session.token).not.toBe(cookieIn(answer));
  });

  it('is exchanged for a new token and a new cookie', async () => {
    const visitor = await signUp(api);
    const { token, cookie } = visitor;
    later(14 * MINUTE);
    const renewed = await visitor.renew();
    expect([renewed.status, renewed.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(visitor.token).not.toBe(token);
    expect(visitor.cookie).not.toBe(cookie);
    later(20 * MINUTE);
    expect(await statusOf(visitor)).toBe(200);
    visitor.token = token;
    expect(await statusOf(visitor)).toBe(401);
  });

  it('ends its session if it is used again more than 30 s after its renewal', async () => {
    const visitor = await signUp(api);
    const stolen = { ...visitor };
    later(14 * MINUTE);
    await visitor.renew();
    later(15 * MINUTE);
    const reused = await api.post(
      'auth.refresh',
      {},
      {
        cookie: `__Host-lectern_session=${stolen.cookie}`,
        'x-app-version': '1.0.0',
      },
    );
    expect([reused.status, cookieIn(reused)]).toEqual([401, '']);
    expect(await statusOf(visitor)).toBe(401);
    expect((await visitor.renew()).status).toBe(401);
  });

  it('is accepted again within 30 s, for a second tab or a lost response', async () => {
    const visitor = await signUp(api);
    const other = { ...visitor, token: visitor.token };
    later(14 * MINUTE);
    await visitor.renew();
    later(14 * MINUTE + 20_000);
    const second = await api.post(
      'auth.refresh',
      {},
      {
        cookie: `__Host-lectern_session=${other.cookie}`,
        'x-app-version': '1.0.0',
      },
    );
    expect(second.status).toBe(200);
    expect(await statusOf(visitor)).toBe(200);
    // Either tab may renew the session next, even the tab whose cookie is no longer the latest.
    later(28 * MINUTE);
    expect((await visitor.renew()).status).toBe(200);
  });

  it('ends the session if a thief renews it with a copy of the cookie and the owner renews it afterwards', async () => {
    const visitor = await signUp(api);
    const thief = { ...visitor };
    later(14 * MINUTE);
    await visitor.renew();
    later(14 * MINUTE + 20_000);
    const renewWith = (cookie: string) =>
      api.post('auth.refresh', {}, { cookie: `__Host-lectern_session=${cookie}`, 'x-app-version': '1.0.0' });
    const stolenCookie = cookieIn(await renewWith(thief.cookie)) ?? '';
    later(28 * MINUTE);
    expect((await renewWith(stolenCookie)).status).toBe(200);
    later(29 * MINUTE);
    expect((await visitor.renew()).status).toBe(401);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a URL typed into the address bar', { 'sec-fetch-site': 'none' }],
  ])('is ignored if it is sent from %s', async (_who, headers) => {
    const visitor = await signUp(api);
    const answer = await visitor.renew(headers);
    expect([answer.status, answer.body.errors[0].code, cookieIn(answer)]).toEqual([403, 'FORBIDDEN', undefined]);
    expect((await visitor.renew()).status).toBe(200);
  });

  it('is rejected in a form post, which cannot send the header X-App-Version', async () => {
    const { cookie } = await signUp(api);
    const answer = await api.post('auth.refresh', {}, { cookie: `__Host-lectern_session=${cookie}` });
    expect(answer.status).toBe(403);
  });

  it('expires ninety days after its last use', async () => {
    const visitor = await signUp(api);
    later(80 * DAY);
    expect((await visitor.renew()).status).toBe(200);
    later(160 * DAY);
    expect((await visitor.renew()).status).toBe(200);
    later(251 * DAY);
    expect((await visitor.renew()).status).toBe(401);
  });

  it('expires a year after the session began, however often it is renewed', async () => {
    const visitor = await signUp(api);
    for (const day of [80, 160, 240, 320, 364]) {
      later(day * DAY);
      expect([day, (await visitor.renew()).status]).toEqual([day, 200]);
    }
    later(365 * DAY + MINUTE);
    expect((await visitor.renew()).status).toBe(401);
    expect(await statusOf(visitor)).toBe(401);
  });

  it('belongs to the only session of its browser: a new sign-in ends the previous session', async () => {
    const first = await signUp(api);
    const second = await signIn(api, first.email, undefined, { cookie: `__Host-lectern_session=${first.cookie}` });
    expect(await statusOf(first)).toBe(401);
    expect((await second.get('user.sessions')).body.data.items).toHaveLength(1);
  });
});

describe('the sign-out', () => {
  it('ends the session immediately and deletes the cookie', async () => {
    const visitor = await signUp(api);
    const answer = await visitor.post('auth.logout');
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-lectern_session=; Max-Age=0; Path=\/; Secure/);
    expect(await statusOf(visitor)).toBe(401);
    expect((await visitor.renew()).status).toBe(401);
  });

  it('leaves other devices signed in unless the visitor signs out everywhere', async () => {
    const phone = await signUp(api);
    const tablet = await signIn(api, phone.email);
    const desk = await signIn(api, phone.email);
    await phone.post('auth.logout');
    expect([await statusOf(tablet), await statusOf(desk)]).toEqual([200, 200]);
    await tablet.post('auth.logout', { everywhere: true });
    expect([await statusOf(tablet), await statusOf(desk)]).toEqual([401, 401]);
    expect((await desk.renew()).status).toBe(401);
  });
});

describe('the devices of a visitor', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36';
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1 Version/19.0 Safari/605.1';

  it('are listed with browser, system and last use, the current one first', async () => {
    const phone = await signUp(api, { 'user-agent': PHONE });
    later(60 * MINUTE);
    await signIn(api, phone.email, undefined, { 'user-agent': MAC });
    later(61 * MINUTE);
    await phone.renew();
    const { items } = (await phone.get('user.sessions')).body.data;
    expect(items).toMatchObject([
      { browser: 'Chrome', system: 'Android', current: true, seen_at: '2026-06-01T13:01:00.000Z' },
      { browser: 'Safari', system: 'Mac', current: false, seen_at: '2026-06-01T13:00:00.000Z' },
    ]);
  });

  it('are signed out individually, or all except the current one', async () => {
    const phone = await signUp(api);
    const [mac, tablet, desk] = await Promise.all([1, 2, 3].map(() => signIn(api, phone.email)));
    if (!mac || !tablet || !desk) throw new Error('not signed in');
    const own = (await mac.get('user.sessions')).body.data.items[0].id;
    await phone.post('user.end_session', { session_id: own });
    expect([await statusOf(mac), await statusOf(tablet)]).toEqual([401, 200]);
    await phone.post('user.end_session', {});
    expect([await statusOf(phone), await statusOf(tablet), await statusOf(desk)]).toEqual([200, 401, 401]);
  });

  it("are signed out by the SQL statement in the operators' docs", async () => {
    const [ann, ben] = [await signUp(api), await signUp(api)];
    const page = readFileSync('docs/operate/security.md', 'utf8');
    const [, statement = ''] = /"(DELETE FROM sessions[^"]+)"/.exec(page) ?? [];
    await api.store.visitors.exec(statement.replace('ann@example.com', ann.email));
    expect([await statusOf(ann), (await ann.renew()).status, await statusOf(ben)]).toEqual([401, 401, 200]);
  });

  it('cannot be signed out by another visitor', async () => {
    const ann = await signUp(api);
    const bob = await signUp(api);
    const own = (await ann.get('user.sessions')).body.data.items[0].id;
    expect((await bob.post('user.end_session', { session_id: own })).status).toBe(200);
    expect(await statusOf(ann)).toBe(200);
  });
});
