import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#src/admin/contract/roles.ts';
import { newRecoveryCodes } from '#src/admin/server/access/second-factor.ts';
import { sql } from '#src/api/store/sql.ts';
import { setLang } from '#src/api/store/visitors/accounts.ts';
import { addSession, sessionOfToken } from '#src/api/store/visitors/sessions.ts';
import type { Mail } from '#src/api/visitors/mail.ts';
import type { Brand } from '#src/brand/registry.ts';
import { recordingLog } from '../../../../helpers/recording-log.ts';
import { recordingMailer } from '../../../../helpers/recording-mailer.ts';
import { PASSWORD, startAdmin, type TestAdmin } from '../fixture.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const PATH = '/api/session/second-factor';

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin(undefined, {}, { secondFactor: false });
});
afterEach(() => test.close());

const codeAt = (secret: string, seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOW + seconds * 1000 });

const signIn = (code?: string) =>
  test.ask('POST', '/api/session', { body: { email: 'owner@example.org', password: PASSWORD, code } });

const propose = (as: Role, password = PASSWORD) => test.ask('POST', PATH, { as, body: { password } });

const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

/** Sets up a second factor. @returns its secret and recovery codes */
async function setUp(): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await propose('owner')).body.data;
  const { body } = await test.ask('PUT', PATH, { as: 'owner', body: { code: codeAt(secret, 0) } });
  return { secret, codes: body.data.recoveryCodes };
}

describe('the second factor of an admin account', () => {
  it('is not required before it is confirmed with a code', async () => {
    const { body } = await propose('owner');
    expect(body.data.uri).toBe(
      `otpauth://totp/Lectern:owner%40example.org?issuer=Lectern&secret=${body.data.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await signIn()).status).toBe(200);
    const wrong = await test.ask('PUT', PATH, { as: 'owner', body: { code: '000000' } });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['code']]);
    expect((await signIn()).status).toBe(200);
  });

  it('is required in addition to the password, and accepts each code only once', async () => {
    const { secret, codes } = await setUp();
    expect([codes.length, new Set(codes).size, codes[0]]).toEqual([
      10,
      10,
      expect.stringMatching(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/),
    ]);
    expect(errorOf(await signIn())).toEqual([401, 'code_required']);
    // This code was already used for the confirmation.
    expect(errorOf(await signIn(codeAt(secret, 0)))).toEqual([401, 'code_wrong']);
    expect((await signIn(codeAt(secret, 30))).body.user.hasSecondFactor).toBe(true);
    expect(errorOf(await signIn(codeAt(secret, 30)))).toEqual([401, 'code_wrong']);
    test.setNow(new Date(NOW + 60_000));
    // The device's clock may differ by half a minute, and a code invalidates all earlier ones.
    expect((await signIn(codeAt(secret, 90))).status).toBe(200);
    expect(errorOf(await signIn(codeAt(secret, 60)))).toEqual([401, 'code_wrong']);
  });

  it('cannot be proposed if the account already has a second factor, and cannot be confirmed before it is proposed', async () => {
    const none = await test.ask('PUT', PATH, { as: 'owner', body: { code: '123456' } });
    expect([none.status, none.body.error.message]).toEqual([
      409,
      'No second factor is being set up. Request a secret first.',
    ]);
    const { secret } = await setUp();
    const again = await propose('owner');
    expect(again.body.error.message).toBe('A second factor is already set up. Remove it first.');
    const confirmed = await test.ask('PUT', PATH, { as: 'owner', body: { code: codeAt(secret, 30) } });
    expect(errorOf(confirmed)).toEqual([409, 'conflict']);
    const other = await test.ask('DELETE', PATH, { as: 'editor', body: { password: PASSWORD, code: '123456' } });
    expect([other.status, other.body.error.message]).toEqual([409, 'No second factor is set up.']);
  });

  it('has different error messages for a wrong code and for a wrong password', async () => {
    expect((await test.ask('PUT', PATH, { as: 'owner', body: {} })).status).toBe(422);
    await propose('owner');
    const wrong = await test.ask('PUT', PATH, { as: 'owner', body: { code: '000000' } });
    expect(wrong.body.error).toMatchObject({
      message: 'code: is incorrect. Check the clock of your device',
      fields: { code: 'is incorrect. Check the clock of your device' },
    });
    await setUp();
    expect((await signIn()).body.error.message).toBe('Enter the code from your authenticator app.');
    expect((await signIn('123456')).body.error.message).toBe(
      'This code is incorrect or already used. Wait for the next one.',
    );
    const remove = (password: string, code: string) =>
      test.ask('DELETE', PATH, { as: 'owner', body: { password, code } });
    expect((await remove('wrong', '123456')).body.error.message).toBe('password: is incorrect');
    expect((await remove(PASSWORD, '123456')).body.error.message).toBe(
      'code: is incorrect or already used. Wait for the next one',
    );
    expect((await remove(PASSWORD, '')).body.error.code).toBe('invalid');
  });

  it('also accepts the previous and the next code, but no older or later codes', async () => {
    const { secret } = await setUp();
    test.setNow(new Date(NOW + 300_000));
    for (const seconds of [0, 240, 360, 600])
      expect(errorOf(await signIn(codeAt(secret, seconds))), String(seconds)).toEqual([401, 'code_wrong']);
    for (const seconds of [270, 300, 330]) expect((await signIn(codeAt(secret, seconds))).status).toBe(200);
  });

  it('accepts only codes of exactly six digits, with or without spaces around them', async () => {
    const { secret } = (await propose('owner')).body.data;
    const code = codeAt(secret, 0);
    for (const wrong of [`${code}1`, `1${code}`, code.slice(1), '', `${code} `.repeat(8)])
      expect((await test.ask('PUT', PATH, { as: 'owner', body: { code: wrong } })).status).toBe(422);
    expect((await test.ask('PUT', PATH, { as: 'owner', body: { code: ` ${code} ` } })).status).toBe(200);
    expect((await signIn(` ${codeAt(secret, 30)} `)).status).toBe(200);
  });

  it('resets its count of incorrect codes after a correct code, and returns a waiting time after five incorrect codes', async () => {
    const { secret } = (await propose('owner')).body.data;
    const confirm = (code: string) => test.ask('PUT', PATH, { as: 'owner', body: { code } });
    for (let tries = 0; tries < 4; tries += 1) expect((await confirm('000000')).status).toBe(422);
    expect((await confirm(codeAt(secret, 0))).status).toBe(200);
    for (let tries = 0; tries < 4; tries += 1) expect(errorOf(await signIn('123456'))).toEqual([401, 'code_wrong']);
    expect((await signIn(codeAt(secret, 30))).status).toBe(200);
    test.setNow(new Date(NOW + 60_000));
    for (let tries = 0; tries < 5; tries += 1) expect(errorOf(await signIn('123456'))).toEqual([401, 'code_wrong']);
    const { status, body, headers } = await signIn(codeAt(secret, 60));
    const seconds = Number(headers['retry-after']);
    expect([status, body.error.message]).toEqual([
      429,
      `Too many attempts. Try again in ${Math.ceil(seconds / 60)} min.`,
    ]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('cannot be confirmed after five incorrect codes in 15 minutes', async () => {
    const { secret } = (await propose('owner')).body.data;
    const confirm = (code: string) => test.ask('PUT', PATH, { as: 'owner', body: { code } });
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm('000000')).status).toBe(422);
    expect(errorOf(await confirm(codeAt(secret, 0)))).toEqual([429, 'too_many']);
  });

  it('cannot be removed after ten incorrect passwords', async () => {
    const { secret } = await setUp();
    const remove = (password: string) =>
      test.ask('DELETE', PATH, { as: 'owner', body: { password, code: codeAt(secret, 30) } });
    for (let tries = 0; tries < 10; tries += 1) expect((await remove('wrong')).status).toBe(422);
    expect(errorOf(await remove(PASSWORD))).toEqual([429, 'too_many']);
  });

  it('cannot be proposed without the password, and attempts to guess the password are limited', async () => {
    for (const body of [undefined, {}, { password: '' }, { password: 'wrong' }])
      expect((await test.ask('POST', PATH, { as: 'owner', body: body ?? [] })).status).toBeGreaterThanOrEqual(400);
    const [{ secret } = { secret: '' }] = await test.store.visitors.all<{ secret: string | null }>(
      sql`SELECT secret FROM staff WHERE user_id = ${test.staff.owner}`,
    );
    expect(secret).toBeNull();
    for (let tries = 0; tries < 10; tries += 1) await propose('owner', 'wrong');
    expect(errorOf(await propose('owner'))).toEqual([429, 'too_many']);
  });

  it.each(['set up', 'removed'])('ends every session when it is %s, and starts a new session', async (act) => {
    const { visitors } = test.store;
    const setUpBefore = act === 'removed' ? await setUp() : undefined;
    const cookieOf = async () => `lectern_admin=${await test.sessionOf('owner')}`;
    const [own, stolen] = [await cookieOf(), await cookieOf()];
    const { access } = await addSession(visitors, test.staff.owner, { browser: null, system: null }, new Date(NOW));
    const statusOf = async (cookie: string) => (await test.ask('GET', '/api/session', { headers: { cookie } })).status;
    const headers = { cookie: own };
    const answer = setUpBefore
      ? await test.ask('DELETE', PATH, { headers, body: { password: PASSWORD, code: setUpBefore.codes[0] } })
      : await test.ask('PUT', PATH, { headers, body: { code: codeAt((await propose('owner')).body.data.secret, 0) } });
    expect(answer.status).toBe(200);
    expect([await statusOf(own), await statusOf(stolen)]).toEqual([401, 401]);
    expect(await sessionOfToken(visitors, 'local', access, new Date(NOW))).toBeUndefined();
    expect(await statusOf(String(answer.headers['set-cookie']).split(';')[0] ?? '')).toBe(200);
  });

  it('sends an email when it is set up or removed', async () => {
    await test.close();
    const mails: Mail[] = [];
    const mailer = recordingMailer(mails);
    const brands = async () => [{ id: 'local', appName: 'Local', hosts: ['local.example'] }] as Brand[];
    const mail = { mailer, isDelivered: true, siteAddress: () => 'https://local.example' };
    test = await startAdmin(undefined, { brands, mail }, { secondFactor: false });
    await setLang(test.store.visitors, test.staff.owner, 'de-de');
    const { codes } = await setUp();
    await test.ask('DELETE', PATH, { as: 'owner', body: { password: PASSWORD, code: codes[0] } });
    await expect.poll(() => mails.length).toBe(2);
    expect(mails.map(({ to, text }) => [to, text.split('\n')[0]])).toEqual([
      ['owner@example.org', 'Für dein Konto bei Local wurde ein zweiter Faktor eingerichtet.'],
      ['owner@example.org', 'Der zweite Faktor deines Kontos bei Local wurde entfernt.'],
    ]);
    expect(mails[0]?.text).toContain('https://local.example/de/login');
  });

  it('is logged when it is set up and removed', async () => {
    await test.close();
    const { log, lines } = recordingLog();
    test = await startAdmin(undefined, { log }, { secondFactor: false });
    const { secret } = await setUp();
    await test.ask('DELETE', PATH, { as: 'owner', body: { password: PASSWORD, code: codeAt(secret, 30) } });
    const entries = lines.map((line) => JSON.parse(line)).map(({ level, msg, user }) => [level, msg, user]);
    expect(entries).toContainEqual(['info', 'a second factor was set up', test.staff.owner]);
    expect(entries).toContainEqual(['warn', 'a second factor was removed', test.staff.owner]);
  });

  it('accepts each recovery code once, however it is spelled', async () => {
    const { codes } = await setUp();
    expect((await signIn(codes[3])).status).toBe(200);
    expect(errorOf(await signIn(codes[3]))).toEqual([401, 'code_wrong']);
    expect((await signIn(codes[4]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  });

  it('has recovery codes of at least 112 bits that fit in every code field', async () => {
    const { codes } = await setUp();
    const letters = new Set(
      Array.from({ length: 200 }, () => newRecoveryCodes())
        .flat()
        .join('')
        .replaceAll('-', ''),
    );
    for (const code of codes) {
      expect(code.replaceAll('-', '').length * Math.log2(letters.size)).toBeGreaterThan(112);
      expect(code.length).toBeLessThanOrEqual(40);
    }
  });

  it('rejects sign-in after five incorrect codes in 15 minutes', async () => {
    const { secret } = await setUp();
    for (let tries = 0; tries < 5; tries += 1) expect(errorOf(await signIn('123456'))).toEqual([401, 'code_wrong']);
    expect(errorOf(await signIn(codeAt(secret, 30)))).toEqual([429, 'too_many']);
  });

  it('can only be removed with both the password and a code', async () => {
    const { secret } = await setUp();
    expect(errorOf(await propose('owner'))).toEqual([409, 'conflict']);
    const remove = (password: string, code: string) =>
      test.ask('DELETE', PATH, { as: 'owner', body: { password, code } });
    for (const [password, code, field] of [
      ['wrong', codeAt(secret, 30), 'password'],
      [PASSWORD, '123456', 'code'],
    ] as const) {
      const { status, body } = await remove(password, code);
      expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]]);
    }
    expect((await remove(PASSWORD, codeAt(secret, 30))).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });
});
