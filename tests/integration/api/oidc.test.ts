import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { grantRole } from '#src/api/store/visitors/staff.ts';
import { type OidcServer, startOidcServer } from '../../helpers/oidc-server.ts';
import { NOW, startApi, type TestApi } from './fixture.ts';
import { from, signIn, visitorOf } from './visitor.ts';

const SITES = { local: 'https://lectern.example', freenovel: 'https://www.freenovel.example' };
let provider: OidcServer;
let api: TestApi;
let serial = 0;
let mail: string;

beforeAll(async () => {
  // Hides the warnings of `oidc-provider` about its development configuration.
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  provider = await startOidcServer(Object.values(SITES).map((origin) => `${origin}/login`));
  const { issuer, clientId, clientSecret } = provider;
  mail = await mkdtemp(join(tmpdir(), 'lectern-mail-'));
  api = await startApi(async () => {}, {
    prefixes: [
      { prefix: '/public', brand: 'local', site: { origin: SITES.local, name: 'Lectern' } },
      { prefix: '/freenovel_api', brand: 'freenovel', site: { origin: SITES.freenovel, name: 'Freenovel' } },
    ],
    oidc: { issuer, clientId, clientSecret, name: 'Example ID' },
    mail: { folder: mail },
    now: () => clock(),
  });
});
let clock = () => new Date();
beforeEach(() => {
  clock = () => new Date();
});
afterAll(async () => {
  await api.close();
  await provider.close();
  await rm(mail, { recursive: true });
  vi.restoreAllMocks();
});

const visitorAddress = () => {
  serial += 1;
  return from(`10.60.0.${serial}`);
};
const begin = async (prefix = '/public') =>
  (await api.post(`${prefix}/v1/auth.oidc_begin`, {}, visitorAddress())).body.data;
const finish = (query: Record<string, string>, prefix = '/public') =>
  api.post(`${prefix}/v1/auth.oidc_finish`, query, visitorAddress());

/** Signs in at the provider. @returns the query parameters with which the provider redirects back to the brand */
async function signInAs(login: string, prefix = '/public'): Promise<Record<string, string>> {
  const { address } = await begin(prefix);
  return Object.fromEntries((await provider.visit(address, login)).searchParams);
}

describe('the sign-in at an OpenID provider', () => {
  it("is offered under the provider's name", async () => {
    expect((await api.get('auth.options')).body.data).toEqual({ reset: true, provider: { name: 'Example ID' } });
  });

  it('redirects to the provider with state, nonce and PKCE challenge, and then back to the brand', async () => {
    const { address, state } = await begin('/freenovel_api');
    const { origin, searchParams } = new URL(address);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'lectern',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'https://www.freenovel.example/login',
      state,
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const back = await provider.visit(address, 'brand');
    expect([back.origin, back.pathname, back.searchParams.get('state')]).toEqual([SITES.freenovel, '/login', state]);
  });

  it('creates an account, and finds it at the next sign-in by the subject of the ID token', async () => {
    const first = await finish(await signInAs('ann'));
    const { session } = first.body.data;
    expect(session.user).toMatchObject({ name: 'The ann', email: 'ann@example.org' });
    await api.store.visitors.run(sql`UPDATE users SET email = 'moved@example.org' WHERE id = ${session.user.id}`);
    const second = await finish(await signInAs('ann'));
    expect(second.body.data.session.user.id).toBe(session.user.id);
    const visitor = visitorOf(api, 'moved@example.org', second);
    expect((await visitor.renew()).status).toBe(200);
    expect((await visitor.get('user.profile')).body.data.has_password).toBe(false);
    expect((await visitor.get('user.vouchers')).body.data.total).toBe(3);
    expect((await visitor.post('user.delete', { secret: 'ann@example.org' })).status).toBe(403);
    expect((await visitor.post('user.delete', { secret: 'Moved@example.org' })).status).toBe(200);
  });

  it('takes over an account whose address only the provider has verified, and removes its sessions and password', async () => {
    const email = 'bob@example.org';
    const registration = await api.post('auth.register', { email, password: 'correct horse' }, visitorAddress());
    const maker = visitorOf(api, email, registration);
    const owner = visitorOf(api, email, await finish(await signInAs('bob')));
    expect(owner.id).toBe(maker.id);
    expect((await maker.get('user.profile')).status).toBe(401);
    await expect(signIn(api, email)).rejects.toThrow('WRONG_CREDENTIALS');
  });

  it('emails the owner when the provider is added to an existing account, but not for a new account', async () => {
    const mailsTo = async (email: string) => {
      const texts = await Promise.all((await readdir(mail)).map((name) => readFile(join(mail, name), 'utf8')));
      return texts
        .filter((text) => text.includes(`To: ${email}\r\n`))
        .map((text) => Buffer.from(text.split('\r\n\r\n')[1] ?? '', 'base64').toString())
        .filter((text) => text.includes('Another way to sign in'));
    };
    const email = 'ida@example.org';
    await finish(await signInAs('jon'));
    await api.post('auth.register', { email, password: 'correct horse' }, visitorAddress());
    await finish(await signInAs('ida'));
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    expect(await mailsTo('jon@example.org')).toEqual([]);
  });

  it('keeps the password of an account whose address has been verified', async () => {
    const email = 'eve@example.org';
    const registration = await api.post('auth.register', { email, password: 'correct horse' }, visitorAddress());
    await api.store.visitors.run(sql`UPDATE users SET proven = 1 WHERE email = ${email}`);
    await finish(await signInAs('eve'));
    // The first sign-in at the provider ends the other sessions of the account.
    expect((await visitorOf(api, email, registration).get('user.profile')).status).toBe(401);
    expect((await signIn(api, email)).id).toBeGreaterThan(0);
  });

  it('deletes the earlier OpenID sign-ins of an account whose address was not verified', async () => {
    const squatter = visitorOf(api, 'fay@example.org', await finish(await signInAs('fay!')));
    const { id } = squatter;
    await api.store.visitors.run(sql`UPDATE identities SET subject = 'squatter' WHERE user_id = ${id}`);
    expect(visitorOf(api, 'fay@example.org', await finish(await signInAs('fay'))).id).toBe(id);
    const subjects = await api.store.visitors.all(sql`SELECT subject FROM identities WHERE user_id = ${id}`);
    expect(subjects).toEqual([{ subject: 'fay' }]);
    expect((await squatter.get('user.profile')).status).toBe(401);
  });

  it('is not possible for an account with a role in the admin', async () => {
    const email = 'gus@example.org';
    const registration = await api.post('auth.register', { email, password: 'correct horse' }, visitorAddress());
    const { id } = visitorOf(api, email, registration);
    await grantRole(api.store.visitors, id, { role: 'editor', by: 'test', now: new Date() });
    const answer = await finish(await signInAs('gus'));
    expect([answer.status, answer.body.errors[0].code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(await api.store.visitors.all(sql`SELECT 1 FROM identities WHERE user_id = ${id}`)).toEqual([]);
    expect((await signIn(api, email)).id).toBe(id);
  });

  it('must be less than 15 minutes ago to set the first password or to delete an account without a password', async () => {
    const visitor = visitorOf(api, 'hal@example.org', await finish(await signInAs('hal')));
    clock = () => new Date(Date.now() + 16 * 60_000);
    await visitor.renew();
    for (const answer of [
      await visitor.post('user.change_password', { current: '', password: 'stolen session' }),
      await visitor.post('user.delete', { secret: 'hal@example.org' }),
    ])
      expect([answer.status, answer.body.errors[0].code]).toEqual([403, 'SIGN_IN_AGAIN']);
    const again = visitorOf(api, 'hal@example.org', await finish(await signInAs('hal')));
    expect((await again.post('user.change_password', { current: '', password: 'a new password' })).status).toBe(200);
    expect((await visitor.get('user.profile')).status).toBe(401);
  });

  it('does not take over an account if the provider has not verified the address', async () => {
    await api.post('auth.register', { email: 'cat@example.org', password: 'correct horse' }, visitorAddress());
    const answer = await finish(await signInAs('cat!'));
    expect([answer.status, answer.body.errors[0].code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('creates no account if the provider sends no email address', async () => {
    expect((await finish(await signInAs('nobody'))).status).toBe(403);
  });

  it('accepts each code and each state only once', async () => {
    const callback = await signInAs('dan');
    expect((await finish(callback)).status).toBe(200);
    expect((await finish(callback)).body.errors[0].code).toBe('GONE');
  });

  it('is rejected with a different state, brand, provider or code, or after the deadline', async () => {
    const { code = '', state = '', iss = '' } = await signInAs('fay');
    const other = await begin();
    expect((await finish({ code, state: 'a-state-that-was-never-given', iss })).status).toBe(410);
    expect((await finish({ code, state, iss }, '/freenovel_api')).status).toBe(410);
    // A code belongs to the sign-in that requested it: the PKCE verifier of another sign-in does not match.
    expect((await finish({ code, state: other.state, iss })).status).toBe(403);
    expect((await finish({ code, state, iss: 'https://evil.example' })).status).toBe(403);
    const late = await signInAs('fay');
    clock = () => new Date(Date.now() + 16 * 60_000);
    expect((await finish(late)).status).toBe(410);
  });

  it('is rejected if the provider omits the issuer although its metadata promises one', async () => {
    const { iss: _iss, ...callback } = await signInAs('gus');
    expect((await finish(callback)).status).toBe(403);
  });

  it('fails with an error if the provider does not respond', async () => {
    const deaf = await startApi(async () => {}, {
      oidc: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: undefined, name: 'Nowhere' },
    });
    const answer = await deaf.post('auth.oidc_begin', {});
    await deaf.close();
    expect([answer.status, answer.body.errors[0].code]).toEqual([503, 'UNAVAILABLE']);
  });

  it('is not offered if no provider is configured', async () => {
    const withoutProvider = await startApi();
    withoutProvider.setNow(NOW);
    const answers = [
      await withoutProvider.post('auth.oidc_begin', {}),
      (await withoutProvider.get('auth.options')).body.data.provider,
    ];
    await withoutProvider.close();
    expect(answers).toMatchObject([{ status: 404 }, null]);
  });
});
