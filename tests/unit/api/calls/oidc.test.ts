import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authOidcBeginHandler, authOidcFinishHandler } from '#src/api/calls/auth.ts';
import type { CallContext } from '#src/api/http/context.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { credentialsById } from '#src/api/store/visitors/accounts.ts';
import { addSession, sessionOfToken } from '#src/api/store/visitors/sessions.ts';
import { type Identity, OidcError, type OidcProvider } from '#src/api/visitors/oidc.ts';
import { createCallLimits } from '#src/api/visitors/rate-limits.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { newUser } from '../store/visitors/visitors-database.ts';

const NOON = Date.parse('2026-06-01T12:00:00Z');
const MINUTE = 60_000;
const ANN: Identity = {
  issuer: 'https://id.test',
  subject: 'ann',
  email: 'Ann@Example.org',
  verified: true,
  name: 'Ann of the provider',
};

let opened: EmptyStore;
let identity: Identity;
let failure: Error | undefined;
let callbacks: Parameters<OidcProvider['identityFrom']>[0][];
let sent: Parameters<OidcProvider['authorizationUrl']>[0][];
let mails: unknown[];
let lines: string[];
let context: CallContext;
let now: number;

beforeEach(async () => {
  opened = await openEmptyStore();
  identity = ANN;
  failure = undefined;
  now = NOON;
  [callbacks, sent, mails] = [[], [], []];
  const oidc: OidcProvider = {
    name: 'Example ID',
    async authorizationUrl(attempt) {
      if (failure) throw failure;
      sent.push(attempt);
      return `https://id.test/authorize?state=${attempt.state}`;
    },
    async identityFrom(callback) {
      callbacks.push(callback);
      if (failure) throw failure;
      return identity;
    },
  };
  const recording = recordingLog();
  lines = recording.lines;
  const browser = { refresh: '', userAgent: '', sameOrigin: true, setCookie: () => {} };
  const mailer = { send: (make: unknown) => void mails.push(make), close: async () => {} };
  context = {
    store: opened.store,
    limits: createCallLimits(),
    log: recording.log,
    oidc,
    mailer,
    browser,
    brand: 'ash',
    accounts: 'group',
    address: '192.0.2.7',
    device: '',
    lang: 'en',
    site: { origin: 'https://www.ash.test', name: 'Ash' },
    now: () => new Date(now),
  } as unknown as CallContext;
});
afterEach(() => opened.close());

const visitors = () => opened.store.visitors;
const begin = async (on = context) => (await authOidcBeginHandler.run({}, on)) as { address: string; state: string };
const finish = async (state: string, on = context) =>
  (await authOidcFinishHandler.run({ code: 'the-code', state }, on)) as { session: { user: { id: number } } };
const signIn = async () => (await finish((await begin()).state)).session.user;
const count = async (table: string) =>
  (await visitors().one<{ count: number }>(sql`SELECT count(*) AS count FROM ${raw(table)}`)).count;

describe('a visitor who chooses to sign in with the provider', () => {
  it("gets a new state, nonce and PKCE verifier each time, and returns to the brand's sign-in page", async () => {
    const first = await begin();
    await begin();
    const secrets = sent.flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);
    expect(new Set(secrets).size).toBe(6);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(first).toEqual({ address: `https://id.test/authorize?state=${sent[0]?.state}`, state: sent[0]?.state });
    await finish(first.state);
    const { nonce, verifier } = sent[0] ?? {};
    const redirectUri = 'https://www.ash.test/login';
    expect(callbacks).toEqual([{ nonce, verifier, redirectUri, code: 'the-code', iss: undefined }]);
    expect(sent[0]).toMatchObject({ redirectUri });
  });

  it('can return only once, within fifteen minutes and to the same brand', async () => {
    const { state } = await begin();
    await expect(finish(state, { ...context, brand: 'oak' })).rejects.toMatchObject({ code: 'GONE' });
    now = NOON + 15 * MINUTE - 1;
    await finish(state);
    await expect(finish(state)).rejects.toMatchObject({ code: 'GONE' });
    const late = await begin();
    now += 15 * MINUTE;
    await expect(finish(late.state)).rejects.toMatchObject({ code: 'GONE' });
    expect(callbacks).toHaveLength(1);
  });

  it.each([
    [new OidcError('UNREACHABLE', 'no answer within 8 s'), { code: 'UNAVAILABLE', status: 503 }],
    [new OidcError('REFUSED', 'the nonce is another one'), { code: 'FORBIDDEN', status: 403 }],
  ])('sees no details if the provider fails: %s', async (error, message) => {
    failure = error;
    const thrown = await begin().catch((caught: Error) => caught);
    expect(thrown).toMatchObject(message);
    expect((thrown as Error).message).not.toContain(error.message);
    expect(lines.join()).toContain(error.message);
  });

  it('is not redirected after an unexpected error, which is thrown unchanged', async () => {
    failure = new TypeError('x is undefined');
    await expect(begin()).rejects.toBe(failure);
    expect(lines).toEqual([]);
  });

  it('is not redirected if there is no provider', async () => {
    await expect(begin({ ...context, oidc: undefined })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await count('oidc_states')).toBe(0);
  });
});

describe('a visitor authenticated by the provider', () => {
  it('gets an account with welcome vouchers and without a password, and is signed in to it the next time', async () => {
    const user = await signIn();
    expect(user).toMatchObject({ email: 'ann@example.org', name: 'Ann of the provider' });
    expect(await credentialsById(visitors(), user.id)).toMatchObject({ password: '' });
    expect(await count('vouchers')).toBe(3);
    identity = { ...ANN, email: undefined, verified: false };
    expect((await signIn()).id).toBe(user.id);
    expect([await count('users'), await count('vouchers')]).toEqual([1, 3]);
    identity = { ...ANN, subject: 'other', email: 'other@example.org', name: '' };
    expect(await signIn()).toMatchObject({ id: 2, name: 'other' });
  });

  it.each([undefined, '', 'no address'])('gets no account with the email address %j', async (email) => {
    identity = { ...ANN, email };
    await expect(signIn()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await count('users')).toBe(0);
  });

  it('takes over an unverified account without its password and sessions if the provider has verified the address', async () => {
    const id = await newUser(visitors(), 'ann@example.org');
    const tokens = await addSession(visitors(), id, { browser: '', system: '' } as never, new Date(NOON));
    expect((await signIn()).id).toBe(id);
    expect(await credentialsById(visitors(), id)).toMatchObject({ password: '' });
    expect(await sessionOfToken(visitors(), 'group', tokens.access, new Date(NOON))).toBeUndefined();
  });

  it('keeps the password of an account with a verified address, but ends its other sessions', async () => {
    const user = await signIn();
    await visitors().run(sql`UPDATE users SET password = 'hashed'`);
    const tokens = await addSession(visitors(), user.id, { browser: '', system: '' } as never, new Date(NOON));
    identity = { ...ANN, subject: 'ann of another account there' };
    expect((await signIn()).id).toBe(user.id);
    expect(await credentialsById(visitors(), user.id)).toMatchObject({ password: 'hashed' });
    expect(await sessionOfToken(visitors(), 'group', tokens.access, new Date(NOON))).toBeUndefined();
  });

  it("cannot take over an account if the provider has not verified the address; the account's owner gets at most one mail a day", async () => {
    const id = await newUser(visitors(), 'ann@example.org');
    identity = { ...ANN, verified: false };
    for (let time = 0; time < 2; time += 1) await expect(signIn()).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    expect([mails.length, await count('identities'), await count('sessions')]).toEqual([1, 0, 0]);
    expect(await credentialsById(visitors(), id)).toMatchObject({ password: 'hashed' });
  });

  it('is rejected after five attempts from the same network, whether or not the address has an account', async () => {
    identity = { ...ANN, verified: false };
    await newUser(visitors(), 'ann@example.org');
    for (let time = 0; time < 5; time += 1) await expect(signIn()).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await expect(signIn()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    identity = { ...ANN, subject: 'new', email: 'new@example.org' };
    await expect(signIn()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
