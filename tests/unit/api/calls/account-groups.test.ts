import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { PATIENT } from '../../../helpers/limits.ts';
import { NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { cookieIn, from, PASSWORD } from '../../../integration/api/visitor.ts';

let folder: string;
let api: OpenApi;
let serial = 0;

/** `ash` and `oak` are in one group; `elm` is alone. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-groups-'));
  api = await openApi(async () => {}, {
    prefixes: [
      { prefix: '/ash_api', brand: 'ash', accounts: 'trees' },
      { prefix: '/oak_api', brand: 'oak', accounts: 'trees' },
      { prefix: '/elm_api', brand: 'elm' },
    ],
    mail: { folder },
  });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const address = () => {
  serial += 1;
  return from(`10.70.${serial >> 8}.${serial & 255}`);
};
const register = (brand: string, email: string, password = PASSWORD) =>
  api.post(`/${brand}_api/v1/auth.register`, { email, password }, address());
const login = async (brand: string, email: string, password = PASSWORD) =>
  (await api.post(`/${brand}_api/v1/auth.login`, { email, password }, address())).status;
const profile = async (brand: string, token: string) =>
  (await api.get(`/${brand}_api/v1/user.profile`, {}, { authorization: `Bearer ${token}` })).status;
const renew = async (brand: string, cookie: string) => {
  const headers = {
    cookie: `__Host-lectern_session=${cookie}`,
    'x-app-version': '1.0.0',
    'sec-fetch-site': 'same-origin',
  };
  return (await api.post(`/${brand}_api/v1/auth.refresh`, {}, headers)).status;
};

it('an account can sign in at the brand where it was created and at the other brands of its group', async () => {
  const email = 'one@example.org';
  const registration = await register('ash', email);
  const { token } = registration.body.data.session;
  expect([await login('ash', email), await login('oak', email), await login('elm', email)]).toEqual([200, 200, 401]);
  expect([await profile('ash', token), await profile('oak', token), await profile('elm', token)]).toEqual([
    200, 200, 401,
  ]);
  const cookie = cookieIn(registration) ?? '';
  expect([await renew('elm', cookie), await renew('oak', cookie)]).toEqual([401, 200]);
});

it('an email address can have an account in each group of brands, each with its own password and library', async () => {
  const email = 'two@example.org';
  const [ash, elm] = [await register('ash', email), await register('elm', email, 'another horse')];
  expect([ash.status, elm.status, (await register('oak', email)).status]).toEqual([200, 200, 409]);
  expect(ash.body.data.session.user.id).not.toBe(elm.body.data.session.user.id);
  expect([await login('elm', email), await login('elm', email, 'another horse')]).toEqual([401, 200]);
  const items = [{ kind: 'read', id: '1', at: NOW.getTime(), value: null }];
  const sync = (brand: string, token: string, sent: unknown[]) =>
    api.post(`/${brand}_api/v1/library.sync`, { items: sent }, { authorization: `Bearer ${token}` });
  expect((await sync('ash', ash.body.data.session.token, items)).status).toBe(200);
  expect((await sync('oak', ash.body.data.session.token, [])).body.data.items).toHaveLength(1);
  expect((await sync('elm', elm.body.data.session.token, [])).body.data.items).toEqual([]);
});

it('a password reset by mail changes the password only in the group where it was requested', async () => {
  const email = 'three@example.org';
  await register('ash', email);
  await api.post('/elm_api/v1/auth.reset_request', { email }, address());
  await api.post('/oak_api/v1/auth.reset_request', { email }, address());
  const mails = await vi.waitUntil(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const to = texts.filter((text) => text.includes(`To: ${email}\r\n`));
    return to.length > 0 ? to : undefined;
  }, PATIENT);
  expect(mails).toHaveLength(1);
  const [, body = ''] = (mails[0] ?? '').split('\r\n\r\n');
  const token = /reset=([\w-]+)/.exec(Buffer.from(body, 'base64').toString())?.[1];
  const reset = (brand: string) =>
    api.post(`/${brand}_api/v1/auth.reset`, { token, password: 'third horse' }, address());
  expect([(await reset('elm')).status, (await reset('oak')).status]).toEqual([410, 200]);
  expect(await login('ash', email, 'third horse')).toBe(200);
});

it('an account created before groups of brands existed joins the first group in which it signs in', async () => {
  const email = 'four@example.org';
  await register('elm', email);
  await api.store.visitors.run(sql`UPDATE users SET accounts = '' WHERE email = ${email}`);
  expect((await register('ash', email)).status).toBe(409);
  expect(await login('oak', email, 'wrong')).toBe(401);
  expect([await login('oak', email), await login('elm', email), await login('ash', email)]).toEqual([200, 401, 200]);
});
