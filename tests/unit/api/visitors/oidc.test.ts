import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOidcProvider, type Identity, type OidcProvider } from '#src/api/visitors/oidc.ts';
import { type ScriptedServer, send, startScriptedServer } from '../../../helpers/scripted-server.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const attempt = { redirectUri: 'https://lectern.example/login', nonce: 'of-this-visit', verifier: 'v'.repeat(43) };

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ed = generateKeyPairSync('ed25519');
const jwk = (key: KeyObject, members: object): object => ({ ...key.export({ format: 'jwk' }), ...members });
const KEYS = [
  jwk(rsa.publicKey, { kid: 'r1', use: 'sig', alg: 'RS256' }),
  jwk(small.publicKey, { kid: 'small' }),
  jwk(rsa.publicKey, { kid: 'enc', use: 'enc' }),
  jwk(ec.publicKey, { kid: 'e1' }),
  jwk(ed.publicKey, { kid: 'd1' }),
];

/** The provider's responses by path, which tests can replace. */
let answers: Record<string, unknown>;
let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer((response, { path }) => {
    const answer = answers[path];
    if (typeof answer === 'number')
      send(response, answer, { error: 'invalid_grant', error_description: 'used before' });
    else if (answer !== 'silence') send(response, 200, answer);
  });
});
afterAll(() => server.close());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  server.seen.length = 0;
  answers = {
    '/.well-known/openid-configuration': metadata({}),
    '/jwks': { keys: KEYS },
    '/userinfo': { sub: 'ann', email: 'Ann@Example.org ', email_verified: true, name: 'Ann' },
  };
});
afterEach(() => {
  vi.useRealTimers();
});

const metadata = (members: object): object => ({
  issuer: server.origin,
  authorization_endpoint: `${server.origin}/authorize`,
  token_endpoint: `${server.origin}/token`,
  jwks_uri: `${server.origin}/jwks`,
  userinfo_endpoint: `${server.origin}/userinfo`,
  ...members,
});
const claims = () => ({
  iss: server.origin,
  sub: 'ann',
  aud: 'lectern',
  nonce: 'of-this-visit',
  iat: SECONDS - 5,
  exp: SECONDS + 300,
  email: 'ann@example.org',
  email_verified: true,
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(header: object, body: object, signature: (data: string) => Buffer): string {
  const data = `${part(header)}.${part(body)}`;
  return `${data}.${signature(data).toString('base64url')}`;
}

const byRsa = (key: KeyObject) => (data: string) => createSign('sha256').update(data).sign(key);
const byEc = (data: string) => sign('sha256', Buffer.from(data), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' });
const rs256 = (body: object, header: object = { alg: 'RS256', kid: 'r1' }) =>
  token(header, body, byRsa(rsa.privateKey));

const providerOf = (clientSecret?: string): OidcProvider =>
  createOidcProvider({ issuer: server.origin, clientId: 'lectern', clientSecret, name: 'Example ID' });

function identityBy(provider: OidcProvider, idToken: string, iss?: string): Promise<Identity> {
  answers['/token'] ??= { access_token: 'access', token_type: 'Bearer', id_token: idToken };
  return provider.identityFrom({ ...attempt, code: 'the-code', iss });
}
const read = (idToken: string) => identityBy(providerOf(), idToken);
const requestsOf = (path: string) => server.seen.filter((request) => request.path === path);

describe('an ID token of an OpenID provider', () => {
  it.each([
    ['RS256', () => rs256(claims())],
    ['ES256', () => token({ alg: 'ES256', kid: 'e1' }, claims(), byEc)],
    [
      'EdDSA',
      () => token({ alg: 'EdDSA', kid: 'd1' }, claims(), (data) => sign(null, Buffer.from(data), ed.privateKey)),
    ],
    ['ES256 without a key id, if there is only one such key', () => token({ alg: 'ES256' }, claims(), byEc)],
  ])("is accepted with the provider's signature: %s", async (_alg, text) => {
    expect(await read(text())).toMatchObject({ subject: 'ann', email: 'ann@example.org', verified: true });
  });

  it('may have additional audiences if it was issued to us', async () => {
    expect(await read(rs256({ ...claims(), aud: ['other', 'lectern'], azp: 'lectern' }))).toBeTruthy();
    answers['/token'] = undefined;
    await expect(read(rs256({ ...claims(), aud: ['other', 'lectern'] }))).rejects.toThrow('"aud"');
  });

  const shared = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  const withHmac = (data: string) => createHmac('sha256', shared).update(data).digest();
  const unknownKey = 'no applicable keys found';
  it.each([
    ['without a signature', '"alg"', () => token({ alg: 'none' }, claims(), () => Buffer.from('x'))],
    ['with an empty signature', '"alg"', () => `${part({ alg: 'none' })}.${part(claims())}.`],
    [
      'with an empty signature and the id of a known key',
      'signature verification',
      () => rs256(claims()).replace(/[^.]+$/, ''),
    ],
    ['signed with the public key as a secret', '"alg"', () => token({ alg: 'HS256', kid: 'r1' }, claims(), withHmac)],
    [
      'signed with an algorithm that is not allowed',
      '"alg"',
      () =>
        token({ alg: 'RS512', kid: 'small' }, claims(), (data) =>
          createSign('sha512').update(data).sign(rsa.privateKey),
        ),
    ],
    [
      "signed by a different key with a known key's id",
      'signature verification',
      () => token({ alg: 'RS256', kid: 'r1' }, claims(), byRsa(stranger.privateKey)),
    ],
    ['signed by an unknown key', unknownKey, () => rs256(claims(), { alg: 'RS256', kid: 'r2' })],
    ['signed by a key for encryption', unknownKey, () => rs256(claims(), { alg: 'RS256', kid: 'enc' })],
    ['signed by a key of another type', unknownKey, () => rs256(claims(), { alg: 'RS256', kid: 'e1' })],
    [
      'signed by a key that is too short',
      'modulusLength',
      () => token({ alg: 'RS256', kid: 'small' }, claims(), byRsa(small.privateKey)),
    ],
    ['with a critical extension', '"crit"', () => rs256(claims(), { alg: 'RS256', kid: 'r1', crit: ['exp'] })],
    [
      'with a changed body',
      'signature verification',
      () => rs256(claims()).replace(/\.[^.]+\./, `.${part({ ...claims(), sub: 'bob' })}.`),
    ],
    ['from a different issuer', '"iss"', () => rs256({ ...claims(), iss: 'https://evil.example' })],
    ['for a different client', '"aud"', () => rs256({ ...claims(), aud: 'other' })],
    ['issued to a different client', 'another client', () => rs256({ ...claims(), azp: 'other' })],
    ['from a different sign-in', '"nonce"', () => rs256({ ...claims(), nonce: 'of-another' })],
    ['without a nonce', '"nonce"', () => rs256({ ...claims(), nonce: undefined })],
    ['that has expired', '"exp"', () => rs256({ ...claims(), exp: SECONDS - 61 })],
    ['without an expiry time', '"exp"', () => rs256({ ...claims(), exp: undefined })],
    ['issued in the future', 'in the future', () => rs256({ ...claims(), iat: SECONDS + 120 })],
    ['with an empty subject', 'no subject', () => rs256({ ...claims(), sub: '' })],
    ['with a subject that cannot be stored', 'cannot be stored', () => rs256({ ...claims(), sub: 'ann\0' })],
    ['with a subject that is too long', 'too long', () => rs256({ ...claims(), sub: 'a'.repeat(256) })],
    ['that is not JSON', 'parse', () => 'a.b.c'],
    ['that is missing', 'id_token', () => undefined as unknown as string],
  ])('is rejected %s', async (_what, reason, text) => {
    const result = read(text());
    await expect(result).rejects.toThrow(reason);
    await expect(result).rejects.toMatchObject({ name: 'OidcError', code: 'REFUSED' });
  });

  it('is accepted if the clocks differ by less than a minute', async () => {
    expect(await read(rs256({ ...claims(), exp: SECONDS - 59, iat: SECONDS + 59 }))).toMatchObject({ subject: 'ann' });
  });
});

describe('the keys of an OpenID provider', () => {
  it('are fetched again if a token has an unknown key, at most once a minute', async () => {
    const provider = providerOf();
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const later = (seconds: number) => {
      vi.setSystemTime(NOW.getTime() + seconds * 1000);
      answers['/token'] = undefined;
      return token({ alg: 'RS256', kid: 'r2' }, claims(), byRsa(other.privateKey));
    };
    await identityBy(provider, rs256(claims()));
    answers['/jwks'] = { keys: [jwk(other.publicKey, { kid: 'r2' })] };
    for (const seconds of [10, 20, 59]) await expect(identityBy(provider, later(seconds))).rejects.toThrow('keys');
    expect(requestsOf('/jwks')).toHaveLength(1);
    expect(await identityBy(provider, later(61))).toMatchObject({ subject: 'ann' });
    expect(requestsOf('/jwks')).toHaveLength(2);
  });
});

describe('the metadata of an OpenID provider', () => {
  it('is fetched once an hour, and again after a failure', async () => {
    const provider = providerOf();
    const url = () => provider.authorizationUrl({ ...attempt, state: 'state' });
    answers['/.well-known/openid-configuration'] = 503;
    await expect(url()).rejects.toMatchObject({ code: 'UNREACHABLE' });
    answers['/.well-known/openid-configuration'] = metadata({});
    await url();
    await url();
    expect(server.seen).toHaveLength(2);
    vi.setSystemTime(NOW.getTime() + 3_600_001);
    await url();
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ['a different issuer', { issuer: 'https://evil.example' }, 'issuer'],
    ['an issuer that differs by a slash', () => ({ issuer: `${server.origin}/` }), 'calls itself'],
    ['a sign-in page without encryption', { authorization_endpoint: 'http://id.example/authorize' }, 'https'],
    ['no sign-in page', { authorization_endpoint: undefined }, 'authorization_endpoint'],
  ])('is rejected with %s', async (_what, members, reason) => {
    answers['/.well-known/openid-configuration'] = metadata(typeof members === 'function' ? members() : members);
    const result = providerOf().authorizationUrl({ ...attempt, state: 'state' });
    await expect(result).rejects.toThrow(reason);
    await expect(result).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'is rejected before any unencrypted request if its %s is not https',
    async (endpoint) => {
      const fetched = vi.spyOn(globalThis, 'fetch');
      answers['/.well-known/openid-configuration'] = metadata({ [endpoint]: 'http://id.example/x' });
      await expect(read(rs256({ ...claims(), email: undefined }))).rejects.toThrow(
        'http://id.example/x is not an https',
      );
      expect(fetched.mock.calls.map(([address]) => String(address))).not.toContain('http://id.example/x');
      fetched.mockRestore();
    },
  );
});

describe('an OpenID provider', () => {
  it.each([
    ['from a public client', undefined, {}, undefined, { client_id: 'lectern' }],
    ['with the secret in the Authorization header', 's p', {}, `Basic ${btoa('lectern:s+p')}`, {}],
    [
      'with the secret in the form',
      'secret',
      { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      undefined,
      { client_id: 'lectern', client_secret: 'secret' },
    ],
  ])('receives the authorization code with its verifier %s', async (_how, secret, members, authorization, form) => {
    answers['/.well-known/openid-configuration'] = metadata(members);
    await identityBy(providerOf(secret), rs256(claims()));
    const [request] = requestsOf('/token');
    expect(request?.headers.authorization).toBe(authorization);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: attempt.redirectUri,
      code_verifier: attempt.verifier,
      ...form,
    });
  });

  it('is asked for the email address if the ID token does not contain it', async () => {
    const identity = await read(rs256({ ...claims(), email: undefined, email_verified: undefined }));
    expect(identity).toEqual({
      issuer: server.origin,
      subject: 'ann',
      email: 'ann@example.org',
      name: 'Ann',
      verified: true,
    });
    expect(requestsOf('/userinfo')[0]?.headers.authorization).toBe('Bearer access');
  });

  it('is rejected if it returns the email address of a different visitor', async () => {
    answers['/userinfo'] = { sub: 'bob', email: 'bob@example.org' };
    await expect(read(rs256({ ...claims(), email: undefined }))).rejects.toThrow('"sub"');
  });

  it('is rejected if the redirect contains a different issuer, or lacks an issuer that the metadata promises', async () => {
    await expect(identityBy(providerOf(), rs256(claims()), 'https://evil.example')).rejects.toThrow('"iss"');
    answers['/.well-known/openid-configuration'] = metadata({ authorization_response_iss_parameter_supported: true });
    await expect(read(rs256(claims()))).rejects.toThrow('"iss" (issuer) missing');
    expect(await identityBy(providerOf(), rs256(claims()), server.origin)).toMatchObject({ subject: 'ann' });
  });

  it("can make the sign-in fail with an error that contains the provider's code and description", async () => {
    answers['/token'] = 400;
    const result = read('');
    await expect(result).rejects.toThrow('invalid_grant: used before');
    await expect(result).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('is reported as unreachable if it responds with status 500', async () => {
    answers['/jwks'] = 500;
    const result = read(rs256(claims()));
    await expect(result).rejects.toThrow('/jwks answered 500');
    await expect(result).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  it('is rejected if its response is too long', async () => {
    answers['/jwks'] = { keys: KEYS, padding: 'x'.repeat(256 * 1024) };
    await expect(read(rs256(claims()))).rejects.toThrow('more than 262144 bytes');
  });

  it('is reported as unreachable if it does not respond in time', async () => {
    answers['/token'] = 'silence';
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds);
      return milliseconds === 8000 && limits.length > 1
        ? AbortSignal.abort(new DOMException('late', 'TimeoutError'))
        : new AbortController().signal;
    });
    const limits: number[] = [];
    await expect(read(rs256(claims()))).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(limits).toEqual([8000, 8000]);
    limit.mockRestore();
  });

  it('is rejected if it redirects', async () => {
    answers['/token'] = 302;
    await expect(read(rs256(claims()))).rejects.toMatchObject({ code: 'REFUSED' });
  });
});
