import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { raw, type Sql, sql } from '#src/api/store/sql.ts';
import { addIdentity } from '#src/api/store/visitors/accounts.ts';
import { scrypt } from '#src/api/visitors/scrypt.ts';
import { PATIENT } from '../../helpers/limits.ts';
import { tablesOf } from '../../helpers/test-store.ts';
import { book, NOW, startApi, type TestApi } from './fixture.ts';
import { from, PASSWORD, signIn, signUp, type Visitor, visitorOf } from './visitor.ts';

let api: TestApi;
let mail: string;

beforeAll(async () => {
  mail = await mkdtemp(join(tmpdir(), 'lectern-mail-'));
  api = await startApi((writer) => writer.putBook(book('a')), { mail: { folder: mail } });
});
beforeEach(() => api.setNow(NOW));
afterAll(async () => {
  await api.close();
  await rm(mail, { recursive: true });
});

const later = (minutes: number) => api.setNow(new Date(NOW.getTime() + minutes * 60_000));
const statusOf = async (visitor: Visitor) => (await visitor.get('user.profile')).status;

async function mailsTo(email: string): Promise<string[]> {
  const texts = await Promise.all((await readdir(mail)).sort().map((name) => readFile(join(mail, name), 'utf8')));
  return texts.filter((text) => text.includes(`To: ${email}\r\n`));
}
const mailTo = (email: string, count = 1) =>
  vi.waitFor(async () => {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(count);
    return mails.at(-1) ?? '';
  }, PATIENT);
const bodyOf = (text: string) => Buffer.from(text.split('\r\n\r\n')[1] ?? '', 'base64').toString();

describe('an account whose email address someone tries to register again', () => {
  const register = (email: string, address: string, more = {}) =>
    api.post('auth.register', { email, password: 'somebody else', ...more }, from(address));

  it('keeps its password and its sessions, and its owner gets at most one email a day about the attempts', async () => {
    const visitor = await signUp(api);
    expect((await register(visitor.email, '10.52.0.1')).status).toBe(409);
    expect((await register(visitor.email, '10.52.0.2')).status).toBe(409);
    const text = await mailTo(visitor.email);
    expect(text).toContain('Subject: Your account at local\r\n');
    expect(bodyOf(text)).toContain('http://local.localhost/login\n');
    expect(await statusOf(visitor)).toBe(200);
    expect(await statusOf(await signIn(api, visitor.email))).toBe(200);
  });

  it('gets the email in the language of the page on which the attempt was made', async () => {
    const { email } = await signUp(api);
    await register(email, '10.52.0.3', { lang: 'fr-FR' });
    expect(bodyOf(await mailTo(email))).toContain('http://local.localhost/fr/login\n');
  });
});

it("an account cannot be created with a common password or one derived from the site's name", async () => {
  for (const [n, password] of ['football1', 'LOCALhost'].entries()) {
    const email = `weak${n}@example.org`;
    const answer = await api.post('auth.register', { email, password }, from('10.53.0.1'));
    expect([password, answer.body.errors[0].code]).toEqual([password, 'WEAK_PASSWORD']);
    expect(answer.body.desc).toBe('This password is easy to guess. Choose another one.');
    const login = await api.post('auth.login', { email, password }, from('10.53.0.2'));
    expect(login.body.errors[0].code).toBe('WRONG_CREDENTIALS');
  }
});

describe('a password reset', () => {
  let serial = 0;
  const ask = (email: string, more = {}) => {
    serial += 1;
    return api.post('auth.reset_request', { email, ...more }, from(`10.50.0.${serial}`));
  };

  const tokenIn = (text: string) => /\?reset=([\w-]{43})/.exec(bodyOf(text))?.[1] ?? '';
  it('removes OpenID sign-ins from an account whose address was not verified before', async () => {
    const { email, id } = await signUp(api);
    await addIdentity(api.store.visitors, { issuer: 'https://id.example', subject: 'squatter' }, id);
    await ask(email);
    expect((await reset(tokenIn(await mailTo(email)))).status).toBe(200);
    expect(await api.store.visitors.all(sql`SELECT 1 FROM identities WHERE user_id = ${id}`)).toEqual([]);
    expect(bodyOf(await mailTo(email, 2))).toContain('has a new password');
    // The first reset verifies the address, so later resets keep OpenID sign-ins.
    await addIdentity(api.store.visitors, { issuer: 'https://id.example', subject: 'owner' }, id);
    await ask(email);
    expect((await reset(tokenIn(await mailTo(email, 3)))).status).toBe(200);
    expect(await api.store.visitors.all(sql`SELECT 1 FROM identities WHERE user_id = ${id}`)).toHaveLength(1);
  });

  const reset = (token: string, password = 'a new password') => {
    serial += 1;
    return api.post('auth.reset', { token, password }, from(`10.51.0.${serial}`));
  };

  it('is emailed with the name and the texts of the settings of the brand', async () => {
    const texts = { en: { 'mail:reset-subject': '{{site}}: a new password', 'mail:reset-3': 'Not you? Ignore this.' } };
    await api.write((writer) => writer.putBrandSettings('local', { appName: 'Ash & Oak $&', texts }, []));
    const { email } = await signUp(api);
    await ask(email);
    const text = await mailTo(email);
    expect(text).toMatch(/^From: "?Ash & Oak \$&"? <no-reply@local\.localhost>\r\n/m);
    expect(text).toContain('Subject: Ash & Oak $&: a new password\r\n');
    expect(bodyOf(text)).toContain('Somebody, probably you, asked to reset the password for Ash & Oak $&.');
    expect(bodyOf(text)).toContain('\n\nNot you? Ignore this.\n');
    // Settings are only read again if their time has changed.
    later(1);
    await api.write((writer) => writer.putBrandSettings('local', {}, []));
  });

  it('ends every session and starts a new one when the emailed link is used', async () => {
    const visitor = await signUp(api);
    expect((await ask(` ${visitor.email.toUpperCase()}`)).status).toBe(200);
    const text = await mailTo(visitor.email);
    expect(text).toMatch(/^From: local <no-reply@local\.localhost>\r\n/m);
    expect(text).toContain('Subject: Your new password for local\r\n');
    expect(bodyOf(text)).toContain('http://local.localhost/login?reset=');
    const answer = await reset(tokenIn(text));
    expect(answer.body.data.session.user.email).toBe(visitor.email);
    expect(await statusOf(visitor)).toBe(401);
    expect(await statusOf(visitorOf(api, visitor.email, answer))).toBe(200);
    await expect(signIn(api, visitor.email)).rejects.toThrow('WRONG_CREDENTIALS');
    expect(await statusOf(await signIn(api, visitor.email, 'a new password'))).toBe(200);
  });

  it('rejects a common password, and the link still accepts a better password', async () => {
    const { email } = await signUp(api);
    await ask(email);
    const token = tokenIn(await mailTo(email));
    expect((await reset(token, 'password1')).body.errors[0].code).toBe('WEAK_PASSWORD');
    expect((await reset(token)).status).toBe(200);
  });

  it('gives the same response for an address without an account, but sends no mail', async () => {
    const { email } = await signUp(api);
    const responseForKnown = await ask(email);
    const responseForUnknown = await ask('nobody@example.org');
    expect([responseForUnknown.status, responseForUnknown.body]).toEqual([
      responseForKnown.status,
      responseForKnown.body,
    ]);
    await mailTo(email);
    expect(await mailsTo('nobody@example.org')).toEqual([]);
  });

  it('accepts only the latest link, once and within half an hour', async () => {
    const { email } = await signUp(api);
    await ask(email);
    const first = tokenIn(await mailTo(email));
    await ask(email);
    const second = tokenIn(await mailTo(email, 2));
    expect((await reset(first)).body.errors[0].code).toBe('GONE');
    expect((await reset(second, 'short')).status).toBe(400);
    later(31);
    expect((await reset(second)).status).toBe(410);
    later(29);
    expect((await reset(second)).status).toBe(200);
    expect((await reset(second)).status).toBe(410);
  });

  it('sends at most three emails an hour to an address, and further requests get the same response', async () => {
    const { email } = await signUp(api);
    for (let count = 0; count < 5; count += 1) expect((await ask(email)).status).toBe(200);
    await mailTo(email, 3);
  });

  it('sends the email in the language of the page', async () => {
    const { email } = await signUp(api);
    await ask(email, { lang: 'de-DE' });
    const text = await mailTo(email);
    expect(bodyOf(text)).toContain('http://local.localhost/de/login?reset=');
    expect(text).toContain('Subject: =?UTF-8?');
  });

  it('stores only the hash of its token', async () => {
    const { email, id } = await signUp(api);
    await ask(email);
    const token = tokenIn(await mailTo(email));
    const row = await api.store.visitors.one(sql`SELECT token FROM reset_tokens WHERE user_id = ${id}`);
    expect(row['token']).toMatch(/^[\da-f]{64}$/);
    expect(row['token']).not.toBe(token);
  });
});

describe('an account of the embedded API', () => {
  it('can change its name', async () => {
    const visitor = await signUp(api);
    const { user } = (await visitor.post('user.update', { name: ' Ann ' })).body.data;
    expect(user.name).toBe('Ann');
    expect((await visitor.post('user.update', { name: ' ' })).status).toBe(400);
  });

  it('ignores other fields that are sent together with a new name', async () => {
    const visitor = await signUp(api);
    const before = (await visitor.get('user.profile')).body.data.user;
    const more = {
      id: 1,
      coins: 9999,
      email: 'other@example.org',
      created_at: NOW.toISOString(),
      password: 'another one',
    };
    expect((await visitor.post('user.update', { name: 'Ann', ...more })).status).toBe(200);
    expect((await visitor.get('user.profile')).body.data.user).toEqual({ ...before, name: 'Ann' });
  });

  it('can change its password only with the current password, which signs out other devices', async () => {
    const visitor = await signUp(api);
    const other = await signIn(api, visitor.email);
    const change = (current: string) => visitor.post('user.change_password', { current, password: 'another horse' });
    const wrong = await change('wrong');
    expect([wrong.status, wrong.body.errors[0].code]).toEqual([403, 'WRONG_PASSWORD']);
    expect((await change(PASSWORD)).status).toBe(200);
    expect([await statusOf(visitor), await statusOf(other)]).toEqual([200, 401]);
    expect(await statusOf(await signIn(api, visitor.email, 'another horse'))).toBe(200);
  });

  it('notifies its owner of a new password or a deletion by email, in the language of the last sign-in', async () => {
    const { email } = await signUp(api);
    const login = { email, password: PASSWORD, lang: 'de-DE' };
    const visitor = visitorOf(api, email, await api.post('auth.login', login, from('10.54.0.1')));
    await visitor.post('user.change_password', { current: 'wrong', password: 'another horse' });
    await visitor.post('user.change_password', { current: PASSWORD, password: 'another horse' });
    expect(bodyOf(await mailTo(email))).toBe(
      'Dein Konto bei local hat ein neues Passwort.\n\nAlle anderen Geräte wurden abgemeldet.\n\nWenn du das nicht warst, wähle sofort ein neues Passwort:\nhttp://local.localhost/de/login\n',
    );
    await visitor.post('user.delete', { secret: 'another horse' });
    expect(bodyOf(await mailTo(email, 2))).toContain('gelöscht');
  });

  it('rejects a new password that is common or derived from its email address', async () => {
    const visitor = await signUp(api);
    for (const password of ['Iloveyou', `${visitor.email.split('@')[0]}1`]) {
      const answer = await visitor.post('user.change_password', { current: PASSWORD, password });
      expect([password, answer.status, answer.body.errors[0].code]).toEqual([password, 400, 'WEAK_PASSWORD']);
    }
    expect(await statusOf(await signIn(api, visitor.email))).toBe(200);
  });

  it('limits attempts to guess its current password', async () => {
    const visitor = await signUp(api);
    const attempt = () => visitor.post('user.delete', { secret: 'wrong' });
    for (let count = 0; count < 10; count += 1) expect((await attempt()).status).toBe(403);
    expect((await attempt()).status).toBe(429);
  });

  it('accepts a password hashed with scrypt, and stores it with Argon2id at the next sign-in', async () => {
    const { email, id } = await signUp(api);
    const stored = async () =>
      (await api.store.visitors.one(sql`SELECT password FROM users WHERE id = ${id}`))['password'];
    await api.store.visitors.run(sql`UPDATE users SET password = ${await scrypt.hash(PASSWORD)} WHERE id = ${id}`);
    await expect(signIn(api, email, 'wrong')).rejects.toThrow();
    expect(await stored()).toMatch(/^\$scrypt\$/);
    await signIn(api, email);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(api, email);
  });

  it('is deleted with all data of the visitor, but no data of other visitors', async () => {
    const deleted = await signUp(api);
    const stays = await signUp(api);
    const { visitors } = api.store;
    for (const { id } of [deleted, stays]) {
      await visitors.run(
        sql`INSERT INTO recharges (user_id, coins, amount, state, created_at) VALUES (${id}, 1, '1 EUR', 'paid', ${NOW.toISOString()})`,
      );
      await visitors.run(sql`INSERT INTO unlocks VALUES (${id}, 1, 1, ${NOW.toISOString()})`);
      await visitors.run(sql`INSERT INTO payments VALUES (${id}, 'key', 1, 1, 1, NULL, ${NOW.toISOString()})`);
      await visitors.run(sql`INSERT INTO identities VALUES ('https://id.example', ${`subject-${id}`}, ${id})`);
      await visitors.run(sql`INSERT INTO reset_tokens VALUES (${`reset-${id}`}, ${id}, ${NOW.toISOString()})`);
    }
    const removed = [{ book_id: 1, removed_at: '2026-05-01T00:00:00Z' }];
    for (const visitor of [deleted, stays]) await visitor.post('history.sync', { entries: [], removed });
    expect((await deleted.post('user.delete', { secret: 'wrong' })).body.errors[0].code).toBe('WRONG_PASSWORD');
    const before = await rowsOf(stays.id);
    const answer = await deleted.post('user.delete', { secret: PASSWORD });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect(await rowsOf(deleted.id)).toEqual({});
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['payments', 'sessions', 'unlocks', 'vouchers']));
    expect(await rowsOf(stays.id)).toEqual(before);
    expect(await textsWith(deleted.email)).toEqual([]);
    expect(await statusOf(deleted)).toBe(401);
    await expect(signIn(api, deleted.email)).rejects.toThrow('WRONG_CREDENTIALS');
  });

  /** Number of a visitor's rows by table, without tables that have none. */
  async function rowsOf(user: number): Promise<Record<string, number>> {
    const counts = await Array.fromAsync(await tablesOf(api.store.visitors), async ({ name, owner }) => {
      return owner
        ? [[name, await count(sql`SELECT count(*) AS n FROM ${raw(name)} WHERE ${raw(owner)} = ${user}`)] as const]
        : [];
    });
    return Object.fromEntries(counts.flat().filter(([, n]) => n > 0));
  }
  const count = async (query: Sql) => Number((await api.store.visitors.one(query))['n']);

  /** The names of the tables that contain this text. */
  const textsWith = async (text: string) =>
    (
      await Array.fromAsync(await tablesOf(api.store.visitors), async ({ name }) =>
        JSON.stringify(await api.store.visitors.all(sql`SELECT * FROM ${raw(name)}`)).includes(text) ? [name] : [],
      )
    ).flat();
});
