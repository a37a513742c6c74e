import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, startAdmin, type TestAdmin } from '../fixture.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const PATH = '/api/session/second-factor';

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin();
});
afterEach(() => test.close());

const codeAt = (secret: string, seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOW + seconds * 1000 });

const signIn = (code?: string) =>
  test.ask('POST', '/api/session', { body: { email: 'owner@example.org', password: PASSWORD, code } });

const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

/** Sets a second factor up. @returns its secret and recovery codes */
async function setUp(): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await test.ask('POST', PATH, { as: 'owner' })).body.data;
  const { body } = await test.ask('PUT', PATH, { as: 'owner', body: { code: codeAt(secret, 0) } });
  return { secret, codes: body.data.recoveryCodes };
}

describe('the second factor', () => {
  it('does not count before a code of it was shown', async () => {
    const { body } = await test.ask('POST', PATH, { as: 'owner' });
    expect(body.data.uri).toBe(
      `otpauth://totp/Lectern:owner%40example.org?issuer=Lectern&secret=${body.data.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await signIn()).status).toBe(200);
    const wrong = await test.ask('PUT', PATH, { as: 'owner', body: { code: '000000' } });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['code']]);
    expect((await signIn()).status).toBe(200);
  });

  it('is asked for after the password alone, and a code of it counts once', async () => {
    const { secret, codes } = await setUp();
    expect([codes.length, new Set(codes).size, codes[0]]).toEqual([
      10,
      10,
      expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}$/),
    ]);
    expect(errorOf(await signIn())).toEqual([401, 'code_required']);
    // It was used to confirm.
    expect(errorOf(await signIn(codeAt(secret, 0)))).toEqual([401, 'code_wrong']);
    expect((await signIn(codeAt(secret, 30))).body.user.hasSecondFactor).toBe(true);
    expect(errorOf(await signIn(codeAt(secret, 30)))).toEqual([401, 'code_wrong']);
    test.setNow(new Date(NOW + 60_000));
    // The clock of the device may be half a minute behind or before, and a later code ends those before it.
    expect((await signIn(codeAt(secret, 90))).status).toBe(200);
    expect(errorOf(await signIn(codeAt(secret, 60)))).toEqual([401, 'code_wrong']);
  });

  it('is stood in for by each recovery code, once and however it is written', async () => {
    const { codes } = await setUp();
    expect((await signIn(codes[3])).status).toBe(200);
    expect(errorOf(await signIn(codes[3]))).toEqual([401, 'code_wrong']);
    expect((await signIn(codes[4]?.toUpperCase().replace('-', ' '))).status).toBe(200);
  });

  it('is guessed at five times at most in a quarter of an hour', async () => {
    const { secret } = await setUp();
    for (let tries = 0; tries < 5; tries += 1) expect(errorOf(await signIn('123456'))).toEqual([401, 'code_wrong']);
    expect(errorOf(await signIn(codeAt(secret, 30)))).toEqual([429, 'too_many']);
  });

  it('is removed by password and code, and not by one of them', async () => {
    const { secret } = await setUp();
    expect(errorOf(await test.ask('POST', PATH, { as: 'owner' }))).toEqual([409, 'conflict']);
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
