import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readIdToken } from '#src/api/visitors/oidc/id-token.ts';
import type { Key, Keys } from '#src/api/visitors/oidc/keys.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const expected = { issuer: 'https://id.example', clientId: 'lectern', nonce: 'of-this-visit', now: NOW };
const claims = {
  iss: 'https://id.example',
  sub: 'ann',
  aud: 'lectern',
  nonce: 'of-this-visit',
  iat: SECONDS - 5,
  exp: SECONDS + 300,
  email: 'ann@example.org',
  email_verified: true,
};

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ed = generateKeyPairSync('ed25519');
const jwk = (key: KeyObject, more: Partial<Key>): Key => ({ ...key.export({ format: 'jwk' }), ...more }) as Key;
const KEYS: readonly Key[] = [
  jwk(rsa.publicKey, { kid: 'r1', use: 'sig', alg: 'RS256' }),
  jwk(small.publicKey, { kid: 'small' }),
  jwk(rsa.publicKey, { kid: 'enc', use: 'enc' }),
  jwk(ec.publicKey, { kid: 'e1' }),
  jwk(ed.publicKey, { kid: 'd1' }),
];
const keys: Keys = { find: async (fits) => fits(KEYS) };

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(header: object, body: object, signature: (data: string) => Buffer): string {
  const data = `${part(header)}.${part(body)}`;
  return `${data}.${signature(data).toString('base64url')}`;
}

const byRsa = (key: KeyObject) => (data: string) => createSign('sha256').update(data).sign(key);
const rs256 = (body: object, header: object = { alg: 'RS256', kid: 'r1' }) =>
  token(header, body, byRsa(rsa.privateKey));
const read = (text: string) => readIdToken(text, keys, expected);

describe('an ID token', () => {
  it.each([
    ['RS256', rs256(claims)],
    [
      'ES256',
      token({ alg: 'ES256', kid: 'e1' }, claims, (data) =>
        sign('sha256', Buffer.from(data), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
    ],
    ['EdDSA', token({ alg: 'EdDSA', kid: 'd1' }, claims, (data) => sign(null, Buffer.from(data), ed.privateKey))],
    [
      'ES256 without the name of its only key',
      token({ alg: 'ES256' }, claims, (data) =>
        sign('sha256', Buffer.from(data), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
    ],
  ])("is believed with the provider's signature: %s", async (_alg, text) => {
    expect(await read(text)).toMatchObject({ sub: 'ann', email: 'ann@example.org' });
  });

  it('may be meant for others too, if it was asked for by us', async () => {
    expect(await read(rs256({ ...claims, aud: ['other', 'lectern'], azp: 'lectern' }))).toBeTruthy();
    await expect(read(rs256({ ...claims, aud: ['other', 'lectern'] }))).rejects.toThrow('another client');
  });

  const shared = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  it.each([
    ['without a signature', 'signed by "none"', token({ alg: 'none' }, claims, () => Buffer.from('x'))],
    ['with three parts of which one is empty', 'three parts', `${part({ alg: 'none' })}.${part(claims)}.`],
    [
      'signed with the public key as a secret',
      'signed by "HS256"',
      token({ alg: 'HS256', kid: 'r1' }, claims, (data) => createHmac('sha256', shared).update(data).digest()),
    ],
    [
      'signed by somebody else',
      'signed wrongly',
      token({ alg: 'RS256', kid: 'r1' }, claims, byRsa(stranger.privateKey)),
    ],
    [
      'signed by a key that is not known',
      'a key the provider does not have',
      rs256(claims, { alg: 'RS256', kid: 'r2' }),
    ],
    ['signed by a key of another use', 'a key the provider does not have', rs256(claims, { alg: 'RS256', kid: 'enc' })],
    ['signed by a key of another kind', 'a key the provider does not have', rs256(claims, { alg: 'RS256', kid: 'e1' })],
    [
      'signed by a key that is too short',
      'signed wrongly',
      token({ alg: 'RS256', kid: 'small' }, claims, byRsa(small.privateKey)),
    ],
    [
      'that wants more than is understood',
      'header cannot be read',
      rs256(claims, { alg: 'RS256', kid: 'r1', crit: ['exp'] }),
    ],
    ['that was changed', 'signed wrongly', rs256(claims).replace(/\.[^.]+\./, `.${part({ ...claims, sub: 'bob' })}.`)],
    ['of another issuer', 'issued by https://evil.example', rs256({ ...claims, iss: 'https://evil.example' })],
    ['for another client', 'meant for another client', rs256({ ...claims, aud: 'other' })],
    ['asked for by another client', 'asked for by another client', rs256({ ...claims, azp: 'other' })],
    ['of another visit', 'of another visit', rs256({ ...claims, nonce: 'of-another' })],
    ['without a nonce', 'of another visit', rs256({ ...claims, nonce: undefined })],
    ['that has expired', 'has expired', rs256({ ...claims, exp: SECONDS - 61 })],
    ['from the future', 'from the future', rs256({ ...claims, iat: SECONDS + 120 })],
    ['of nobody', 'body cannot be read', rs256({ ...claims, sub: '' })],
    ['that is none', 'header cannot be read', 'a.b.c'],
  ])('is refused %s', async (_what, why, text) => {
    await expect(read(text)).rejects.toThrow(why);
  });
});
