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

describe('the cookie of a session', () => {
  it('is for this host alone, for secure connections, and for no script', async () => {
    const email = 'cookie@example.org';
    const answer = await api.post('auth.register', { email, password: 'correct horse' });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-lectern_session=[\w-]{43}; Max-Age=7776000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.data.session).toMatchObject({ renew_in: 840, expires_at: '2026-06-01T12:15:00.000Z' });
    expect(answer.body.data.session.token).not.toBe(cookieIn(answer));
  });

  it('gives the next token and is replaced with it', async () => {
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

  it('ends the session for everybody when it is used a second time', async () => {
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

  it('is accepted once more within half a minute, for a second tab or a lost answer', async () => {
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
    // Either of the two tabs goes on; the token the other one got is then the one before the last.
    later(28 * MINUTE);
    expect((await visitor.renew()).status).toBe(200);
  });

  it('ends the session when a cookie stolen within the grace period is renewed and the owner renews too', async () => {
    const visitor = await signUp(api);
    const thief = { ...visitor };
    later(14 * MINUTE);
    await visitor.renew();
    later(14 * MINUTE + 20_000);
    const ask = (cookie: string) =>
      api.post('auth.refresh', {}, { cookie: `__Host-lectern_session=${cookie}`, 'x-app-version': '1.0.0' });
    const taken = cookieIn(await ask(thief.cookie)) ?? '';
    later(28 * MINUTE);
    expect((await ask(taken)).status).toBe(200);
    later(29 * MINUTE);
    expect((await visitor.renew()).status).toBe(401);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another brand on this machine', { 'sec-fetch-site': 'same-site' }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
  ])('is worth nothing from %s', async (_who, headers) => {
    const visitor = await signUp(api);
    const answer = await visitor.renew(headers);
    expect([answer.status, answer.body.errors[0].code, cookieIn(answer)]).toEqual([403, 'FORBIDDEN', undefined]);
    expect((await visitor.renew()).status).toBe(200);
  });

  it('is worth nothing from a form, which cannot send a header of ours', async () => {
    const { cookie } = await signUp(api);
    const answer = await api.post('auth.refresh', {}, { cookie: `__Host-lectern_session=${cookie}` });
    expect(answer.status).toBe(403);
  });

  it('lasts ninety days from its last use', async () => {
    const visitor = await signUp(api);
    later(80 * DAY);
    expect((await visitor.renew()).status).toBe(200);
    later(160 * DAY);
    expect((await visitor.renew()).status).toBe(200);
    later(251 * DAY);
    expect((await visitor.renew()).status).toBe(401);
  });

  it('ends a year after it began, however often it is renewed', async () => {
    const visitor = await signUp(api);
    for (const day of [80, 160, 240, 320, 364]) {
      later(day * DAY);
      expect([day, (await visitor.renew()).status]).toEqual([day, 200]);
    }
    later(365 * DAY + MINUTE);
    expect((await visitor.renew()).status).toBe(401);
    expect(await statusOf(visitor)).toBe(401);
  });

  it('belongs to one session a browser: a new sign-in ends the one before', async () => {
    const first = await signUp(api);
    const second = await signIn(api, first.email, undefined, { cookie: `__Host-lectern_session=${first.cookie}` });
    expect(await statusOf(first)).toBe(401);
    expect((await second.get('user.sessions')).body.data.items).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('ends the session at once and takes the cookie away', async () => {
    const visitor = await signUp(api);
    const answer = await visitor.post('auth.logout');
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-lectern_session=; Max-Age=0; Path=\/; Secure/);
    expect(await statusOf(visitor)).toBe(401);
    expect((await visitor.renew()).status).toBe(401);
  });

  it('leaves the other devices signed in, unless it is everywhere', async () => {
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

  it('are told by browser, system and the time they were last seen, this one first', async () => {
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

  it('are signed out one by one, or all but this one', async () => {
    const phone = await signUp(api);
    const [mac, tablet, desk] = await Promise.all([1, 2, 3].map(() => signIn(api, phone.email)));
    if (!mac || !tablet || !desk) throw new Error('not signed in');
    const own = (await mac.get('user.sessions')).body.data.items[0].id;
    await phone.post('user.end_session', { session_id: own });
    expect([await statusOf(mac), await statusOf(tablet)]).toEqual([401, 200]);
    await phone.post('user.end_session', {});
    expect([await statusOf(phone), await statusOf(tablet), await statusOf(desk)]).toEqual([200, 401, 401]);
  });

  it('end by the statement that operators are told', async () => {
    const [ann, ben] = [await signUp(api), await signUp(api)];
    const page = readFileSync('docs/operate/security.md', 'utf8');
    const [, statement = ''] = /"(DELETE FROM sessions[^"]+)"/.exec(page) ?? [];
    await api.store.visitors.exec(statement.replace('ann@example.com', ann.email));
    expect([await statusOf(ann), (await ann.renew()).status, await statusOf(ben)]).toEqual([401, 401, 200]);
  });

  it("are nobody else's to sign out", async () => {
    const ann = await signUp(api);
    const bob = await signUp(api);
    const own = (await ann.get('user.sessions')).body.data.items[0].id;
    expect((await bob.post('user.end_session', { session_id: own })).status).toBe(200);
    expect(await statusOf(ann)).toBe(200);
  });
});
