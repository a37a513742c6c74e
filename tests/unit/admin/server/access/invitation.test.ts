import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import {
  addIdentity,
  addReset,
  addUser,
  credentialsOf,
  isProven,
  lockUser,
  removeUser,
  setPassword,
  takeReset,
  userOfIdentity,
} from '#src/api/store/visitors/accounts.ts';
import { addKnownDevice } from '#src/api/store/visitors/devices.ts';
import { addSession, sessionOfToken } from '#src/api/store/visitors/sessions.ts';
import { accountsOf, addStaffSession, confirmSecret, grantRole, staffByEmail } from '#src/api/store/visitors/staff.ts';
import type { Mail, Mailer } from '#src/api/visitors/mail.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import type { Brand } from '#src/brand/registry.ts';
import { recordingMailer } from '../../../../helpers/recording-mailer.ts';
import { PASSWORD, startAdmin, type TestAdmin } from '../fixture.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const EMAIL = 'colleague@example.org';
const NEW_PASSWORD = 'a new long password';
const BRANDS = [
  { id: 'local', appName: 'Local', hosts: ['local.example'] },
  { id: 'other', appName: 'Other', hosts: ['other.example'] },
] as Brand[];

let test: TestAdmin;
let mails: Mail[];
let mailer: Mailer;
let isDelivered: boolean;

beforeEach(async () => {
  mails = [];
  mailer = recordingMailer(mails);
  isDelivered = false;
  test = await startAdmin(undefined, {
    brands: async () => BRANDS,
    mail: {
      mailer,
      get isDelivered() {
        return isDelivered;
      },
      siteAddress: ({ hosts }) => `https://${hosts[0]}`,
    },
  });
});
afterEach(async () => {
  await mailer.close();
  await test.close();
});

const register = async (email = EMAIL, password = 'squatter password', accounts = 'local') => {
  const user = { accounts, email, name: 'Squatter', createdAt: NOW.toISOString() };
  const id = await addUser(test.store.visitors, { ...user, password: password && (await hashPassword(password)) });
  if (id === undefined) throw new Error('the account exists already');
  return id;
};

const inviteAs = (body: object, as: 'owner' | 'operator' = 'owner') =>
  test.ask('POST', '/api/staff-invitations', { as, body: { password: PASSWORD, ...body } });

async function inviteToken(body: object = { email: EMAIL, role: 'operator' }): Promise<string> {
  const { body: answer } = await inviteAs(body);
  return tokenIn(answer.data.link);
}

const tokenIn = (link: string) => /#\/invitation\/([\w-]+)$/.exec(link)?.[1] ?? '';

const openInvitation = (token: string) => test.ask('POST', '/api/invitation', { body: { token } });

const codeOf = (secret: string, at = NOW) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

async function accept(token: string, password = NEW_PASSWORD) {
  const { body } = await openInvitation(token);
  return acceptWith({ token, password, code: codeOf(body.data.secret) });
}

const acceptWith = (body: object, headers = {}) => test.ask('POST', '/api/invitation/accept', { body, headers });

const signIn = (email: string, password: string, code?: string) =>
  test.ask('POST', '/api/session', { body: { email, password, code } });

const roleOf = async (email: string) => (await staffByEmail(test.store.visitors, email))?.role;

describe('an invitation to the admin', () => {
  it('gives a registered account no role before the account holder accepts', async () => {
    await register();
    expect((await inviteAs({ email: EMAIL, role: 'operator' })).status).toBe(201);
    expect((await signIn(EMAIL, 'squatter password')).status).toBe(401);
    expect(await roleOf(EMAIL)).toBeUndefined();
  });

  it('removes all former ways to sign in to the account when it is accepted', async () => {
    const { visitors } = test.store;
    const id = await register();
    await addIdentity(visitors, { issuer: 'https://id.example', subject: 'squatter' }, id);
    const { access } = await addSession(visitors, id, { browser: null, system: null }, NOW);
    const reset = await addReset(visitors, id, NOW);
    await addKnownDevice(visitors, id, 'device', NOW);
    const { status, body, headers } = await accept(await inviteToken());
    expect([status, body.user, body.data.recoveryCodes.length]).toEqual([
      201,
      { id, email: EMAIL, name: 'colleague', role: 'operator', hasSecondFactor: true },
      10,
    ]);
    expect(await sessionOfToken(visitors, 'local', access, NOW)).toBeUndefined();
    expect(await takeReset(visitors, 'local', reset, NOW)).toBeUndefined();
    expect(
      await userOfIdentity(visitors, 'local', { issuer: 'https://id.example', subject: 'squatter' }),
    ).toBeUndefined();
    expect(await visitors.all(sql`SELECT 1 FROM known_devices`)).toEqual([]);
    expect((await signIn(EMAIL, 'squatter password')).status).toBe(401);
    expect((await signIn(EMAIL, NEW_PASSWORD)).body.error.code).toBe('code_required');
    expect((await signIn(EMAIL, NEW_PASSWORD, body.data.recoveryCodes[0])).status).toBe(200);
    const cookie = String(headers['set-cookie']).split(';')[0];
    expect((await test.ask('GET', '/api/books', { headers: { cookie } })).status).toBe(200);
    expect(await isProven(visitors, id)).toBe(true);
  });

  it.each([
    ['without a password, through OpenID with an unverified address', ''],
    ['with a password', 'squatter password'],
  ])('takes over an account that was registered before the invitation was accepted, %s', async (_how, password) => {
    const token = await inviteToken();
    const id = await register(EMAIL, password);
    await addIdentity(test.store.visitors, { issuer: 'https://id.example', subject: 'squatter' }, id);
    expect((await accept(token)).body.user.id).toBe(id);
    expect(await test.store.visitors.all(sql`SELECT 1 FROM identities`)).toEqual([]);
    expect((await signIn(EMAIL, 'squatter password')).status).toBe(401);
  });

  it('creates an account in the group of the first brand if the address has no account', async () => {
    const token = await inviteToken({ email: ' Colleague@Example.ORG ', role: 'editor' });
    expect((await accept(token)).status).toBe(201);
    expect(await accountsOf(test.store.visitors, EMAIL)).toMatchObject([{ accounts: 'local', role: 'editor' }]);
  });

  it('applies to one account, not to accounts with the same address in other groups of brands', async () => {
    await register(EMAIL, 'squatter password', 'other');
    const otherAccount = await register(EMAIL, 'another squatter', 'local');
    const ambiguous = await inviteAs({ email: EMAIL, role: 'operator' });
    expect(ambiguous.body.error.fields.accounts).toContain('one of other, local');
    const unknownGroup = await inviteAs({ email: EMAIL, role: 'operator', accounts: 'nowhere' });
    expect(unknownGroup.body.error.fields.accounts).toBe('must be one of local, other');
    await accept(await inviteToken({ email: EMAIL, role: 'operator', accounts: 'local' }));
    expect(await accountsOf(test.store.visitors, EMAIL)).toMatchObject([
      { accounts: 'other', role: null },
      { id: otherAccount, accounts: 'local', role: 'operator' },
    ]);
    expect((await signIn(EMAIL, 'squatter password')).status).toBe(401);
  });

  it.each([
    'colleague+x@example.org',
    'c.olleague@example.org',
    'colleague@example.org.evil.example',
    'ſolleague@example.org',
  ])('gives no role to an account with the variant %s of the address', async (variant) => {
    await register(variant);
    await accept(await inviteToken());
    expect(await roleOf(variant)).toBeUndefined();
    expect((await signIn(variant, 'squatter password')).status).toBe(401);
  });

  it.each(['ſam@example.org', 'сolleague@example.org', 'ann@exаmple.org', 'ann', 'ann@example', 'a b@example.org', ''])(
    'is rejected for %j, which is not a complete ASCII address',
    async (email) => {
      const { status, body } = await inviteAs({ email, role: 'editor' });
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['email']]);
    },
  );

  it('is not transferred to a new account with the same address', async () => {
    const { body } = await accept(await inviteToken());
    await removeUser(test.store.visitors, body.user.id);
    await register(EMAIL, 'squatter password');
    expect(await roleOf(EMAIL)).toBeUndefined();
    expect((await signIn(EMAIL, 'squatter password')).status).toBe(401);
  });

  it('applies to its address, whichever account has that address when it is accepted', async () => {
    const token = await inviteToken();
    const id = await register('other@example.org');
    await test.store.visitors.run(sql`UPDATE users SET email = ${EMAIL} WHERE id = ${id}`);
    expect(await roleOf(EMAIL)).toBeUndefined();
    await accept(token);
    expect((await signIn(EMAIL, 'squatter password')).status).toBe(401);
  });

  it('can be accepted only once', async () => {
    const token = await inviteToken();
    const { body } = await openInvitation(token);
    const code = codeOf(body.data.secret);
    const answers = await Promise.all([1, 2, 3].map(() => acceptWith({ token, password: NEW_PASSWORD, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
    expect((await openInvitation(token)).body.error.code).toBe('gone');
  });

  it('expires after three days', async () => {
    const token = await inviteToken();
    test.setNow(new Date(NOW.getTime() + 72 * 3_600_000 - 1));
    expect((await openInvitation(token)).status).toBe(200);
    test.setNow(new Date(NOW.getTime() + 72 * 3_600_000));
    expect((await openInvitation(token)).status).toBe(410);
  });

  it('is stored with only a hash of its token', async () => {
    const token = await inviteToken();
    const rows = JSON.stringify([
      await test.store.visitors.all(sql`SELECT * FROM staff_invitations`),
      await test.store.catalogue.all(sql`SELECT * FROM audit_log`),
    ]);
    expect([token.length, rows.includes(token)]).toEqual([43, false]);
  });

  it('stops working when it is resent or revoked, or when its address is invited again', async () => {
    const first = await inviteToken();
    const { body: listed } = await test.ask('GET', '/api/staff-invitations', { as: 'owner' });
    expect(listed.data).toMatchObject([{ email: EMAIL, role: 'operator', invited_by: 'owner@example.org' }]);
    const { body: again } = await test.ask('POST', `/api/staff-invitations/${listed.data[0].id}/resend`, {
      as: 'owner',
      body: { password: PASSWORD },
    });
    const second = tokenIn(again.data.link);
    const third = await inviteToken({ email: EMAIL, role: 'editor' });
    expect((await openInvitation(first)).status).toBe(410);
    expect((await openInvitation(second)).status).toBe(410);
    expect((await openInvitation(third)).body.data.role).toBe('editor');
    const { body: open } = await test.ask('GET', '/api/staff-invitations', { as: 'owner' });
    expect(open.total).toBe(1);
    await test.ask('DELETE', `/api/staff-invitations/${open.data[0].id}`, { as: 'owner' });
    expect((await openInvitation(third)).status).toBe(410);
  });

  it('can be created, read, resent and revoked by owners only', async () => {
    await inviteToken();
    for (const [method, path] of [
      ['GET', '/api/staff-invitations'],
      ['POST', '/api/staff-invitations'],
      ['POST', '/api/staff-invitations/1/resend'],
      ['DELETE', '/api/staff-invitations/1'],
    ] as const)
      expect((await test.ask(method, path, { as: 'operator', body: {} })).status).toBe(403);
  });

  it('requires a strong password and a code from the latest proposed second factor', async () => {
    const token = await inviteToken();
    const first = (await openInvitation(token)).body.data.secret;
    const last = (await openInvitation(token)).body.data.secret;
    const refusal = async (password: string, code: string) =>
      Object.keys((await acceptWith({ token, password, code })).body.error.fields);
    expect(await refusal('short one', codeOf(last))).toEqual(['password']);
    expect(await refusal('colleagueexample', codeOf(last))).toEqual(['password']);
    expect(await refusal(NEW_PASSWORD, '')).toEqual(['code']);
    expect(await refusal(NEW_PASSWORD, codeOf(first))).toEqual(['code']);
    expect(await roleOf(EMAIL)).toBeUndefined();
    expect((await acceptWith({ token, password: NEW_PASSWORD, code: codeOf(last) })).status).toBe(201);
  });

  it('limits attempts to guess the code', async () => {
    const token = await inviteToken();
    await openInvitation(token);
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await acceptWith({ token, password: NEW_PASSWORD, code: '000000' })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('does not unlock a locked account', async () => {
    const token = await inviteToken();
    await lockUser(test.store.visitors, await register(), NOW.toISOString());
    expect((await accept(token)).body.error.code).toBe('conflict');
    expect((await inviteAs({ email: EMAIL, role: 'operator' })).body.error.fields.email).toContain('locked');
    expect(await roleOf(EMAIL)).toBeUndefined();
  });

  it('is rejected for an address that already has a role', async () => {
    const { body } = await inviteAs({ email: 'editor@example.org', role: 'owner' });
    expect(body.error.fields.email).toBe('already has a role');
  });

  it('is emailed, and its link is hidden from the owner', async () => {
    isDelivered = true;
    const { body } = await inviteAs({ email: EMAIL, role: 'operator' });
    expect(body.data).not.toHaveProperty('link');
    await expect.poll(() => mails.length).toBe(1);
    const [mail] = mails;
    expect([mail?.to, mail?.from.address]).toEqual([EMAIL, 'no-reply@local.example']);
    const link = /http:\/\/localhost:4400\/#\/invitation\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await accept(tokenIn(link))).status).toBe(201);
    await expect.poll(() => mails.at(-1)?.subject).toBe('Your sign-in at Local has changed');
  });

  it('is written to the audit log, and so is its acceptance', async () => {
    await accept(await inviteToken());
    const rows = await test.store.catalogue.all(sql`SELECT who, act, kind, name FROM audit_log ORDER BY id`);
    expect(rows).toEqual([
      { who: 'owner@example.org', act: 'add', kind: 'staff-invitation', name: EMAIL },
      { who: EMAIL, act: 'add', kind: 'staff', name: EMAIL },
    ]);
  });
});

describe('an admin account with a role', () => {
  it('can only set up a second factor while it has none', async () => {
    const id = await register('legacy@example.org', PASSWORD);
    await grantRole(test.store.visitors, id, { role: 'owner', by: 'test', now: NOW });
    const cookie = `lectern_admin=${await addStaffSession(test.store.visitors, id, NOW)}`;
    const ask = async (path: string) => (await test.ask('GET', path, { headers: { cookie } })).body;
    expect((await ask('/api/session')).second_factor_required).toBe(true);
    for (const path of ['/api/books', '/api/staff', '/api/visitors', '/api/publish'])
      expect((await ask(path)).error.code).toBe('second_factor_required');
    await confirmSecret(test.store.visitors, id, [], NOW);
    expect((await ask('/api/books')).data).toEqual([]);
  });

  it('cannot get a higher role while its address is unverified', async () => {
    const id = await register('legacy@example.org', PASSWORD);
    await grantRole(test.store.visitors, id, { role: 'editor', by: 'test', now: NOW });
    const raise = (role: string, account = id) =>
      test.ask('PATCH', `/api/staff/${account}`, { as: 'owner', body: { role, password: PASSWORD } });
    expect((await raise('operator')).body.error.code).toBe('conflict');
    await confirmSecret(test.store.visitors, id, [], NOW);
    expect((await raise('operator')).body.error.code).toBe('conflict');
    expect((await raise('operator', test.staff.editor)).status).toBe(200);
  });

  it('cannot be created directly with POST /api/staff', async () => {
    await register();
    const { status } = await test.ask('POST', '/api/staff', { as: 'owner', body: { email: EMAIL, role: 'operator' } });
    expect([status, await roleOf(EMAIL)]).toEqual([404, undefined]);
  });
});

it('an accepted invitation replaces a password that was set after the invitation was sent', async () => {
  const id = await register();
  const token = await inviteToken();
  await setPassword(test.store.visitors, id, await hashPassword('another squatter'));
  await accept(token);
  expect((await credentialsOf(test.store.visitors, 'local', EMAIL))?.id).toBe(id);
  expect((await signIn(EMAIL, 'another squatter')).status).toBe(401);
});
