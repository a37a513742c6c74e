import { afterAll, beforeAll, expect, it } from 'vitest';
import { credentialsById, setPassword } from '#src/api/store/visitors/accounts.ts';
import { endSessions } from '#src/api/store/visitors/sessions.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import { scrypt } from '#src/api/visitors/scrypt.ts';
import { watchedLimiter } from '../../helpers/watched-limiter.ts';
import { startApi, type TestApi } from './fixture.ts';
import { PASSWORD, signUp, type Visitor } from './visitor.ts';

const NEW_PASSWORD = 'an entirely other phrase';

let api: TestApi;
/** Called after the API has verified a password and before it uses the result. */
let afterCheck: () => Promise<void> = async () => {};

beforeAll(async () => {
  api = await startApi(async () => {}, { createLimiter: watchedLimiter(() => afterCheck()) });
});
afterAll(() => api.close());

/**
 * Resets the password, like a reset by email, right after the next password check.
 * @returns the new hash
 */
async function resetInBetween({ id }: Visitor): Promise<string> {
  const hashed = await hashPassword(NEW_PASSWORD);
  afterCheck = async () => {
    afterCheck = async () => {};
    await setPassword(api.store.visitors, id, hashed);
    await endSessions(api.store.visitors, id);
  };
  return hashed;
}

it.each([
  ['in the current hash format', undefined],
  ['in the former hash format', () => scrypt.hash(PASSWORD)],
])(
  'a sign-in with an old password %s fails if the password is reset during the check, and the new password is kept',
  async (_title, former) => {
    const visitor = await signUp(api);
    if (former) await setPassword(api.store.visitors, visitor.id, await former());
    const hashed = await resetInBetween(visitor);
    const answer = await api.post('auth.login', { email: visitor.email, password: PASSWORD });
    expect(answer.body.errors).toEqual([expect.objectContaining({ code: 'WRONG_CREDENTIALS' })]);
    expect((await credentialsById(api.store.visitors, visitor.id))?.password).toBe(hashed);
  },
);

it('a sign-in with the correct password succeeds even if another sign-in hashes it again during the check', async () => {
  const visitor = await signUp(api);
  await setPassword(api.store.visitors, visitor.id, await scrypt.hash(PASSWORD));
  const rehashed = await hashPassword(PASSWORD);
  afterCheck = async () => {
    afterCheck = async () => {};
    await setPassword(api.store.visitors, visitor.id, rehashed);
  };
  const answer = await api.post('auth.login', { email: visitor.email, password: PASSWORD });
  expect(answer.body.data.session).not.toBeNull();
  expect((await credentialsById(api.store.visitors, visitor.id))?.password).toBe(rehashed);
});

it.each([
  ['changes no password', 'user.change_password', { current: PASSWORD, password: 'one more phrase of words' }],
  ['deletes no account', 'user.delete', { secret: PASSWORD }],
])('a request with an old password %s if the password is reset during the check', async (_title, call, params) => {
  const visitor = await signUp(api);
  const hashed = await resetInBetween(visitor);
  const answer = await visitor.post(call, params);
  expect(answer.body.errors).toEqual([expect.objectContaining({ code: 'WRONG_PASSWORD' })]);
  expect((await credentialsById(api.store.visitors, visitor.id))?.password).toBe(hashed);
});
