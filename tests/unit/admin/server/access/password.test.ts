import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addSession, sessionOfToken } from '#src/api/store/visitors/sessions.ts';
import { PASSWORD, startAdmin, type TestAdmin } from '../fixture.ts';

const PATH = '/api/session/password';
const NEW = 'seven quiet harbours';

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin();
});
afterEach(() => test.close());

const change = (password: string, replacement: string) =>
  test.ask('PUT', PATH, { as: 'editor', body: { password, new_password: replacement } });

describe('the password of a staff member', () => {
  it('is replaced, ends all other sessions, and renews this one', async () => {
    const now = new Date('2026-06-01T12:00:00Z');
    const device = { browser: null, system: null };
    const { access } = await addSession(test.store.visitors, test.staff.editor, device, now);
    const own = { cookie: `lectern_admin=${await test.sessionOf('editor')}` };
    const other = { cookie: `lectern_admin=${await test.sessionOf('editor')}` };
    const body = { password: PASSWORD, new_password: NEW };
    const { status, headers } = await test.ask('PUT', PATH, { headers: own, body });
    expect(status).toBe(200);
    expect(await sessionOfToken(test.store.visitors, 'local', access, now)).toBeUndefined();
    for (const session of [own, other])
      expect((await test.ask('GET', '/api/books', { headers: session })).status).toBe(401);
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    expect((await test.ask('GET', '/api/books', { headers: { cookie } })).status).toBe(200);
    const signIn = (password: string) =>
      test.ask('POST', '/api/session', { body: { email: 'editor@example.org', password } });
    expect((await signIn(PASSWORD)).body.error.code).toBe('wrong_credentials');
    expect((await signIn(NEW)).body.error.code).toBe('code_required');
  });

  it.each([
    ['wrong password 1', NEW, { password: 'is incorrect' }],
    [PASSWORD, 'short', { new_password: 'must have at least 12 characters' }],
    [PASSWORD, 'editor@example.org', { new_password: 'is too easy to guess. Choose another one' }],
    [PASSWORD, PASSWORD, { new_password: 'must differ from the current password' }],
  ])('stays the same if %j is to be replaced with %j', async (password, replacement, fields) => {
    const { status, body } = await change(password, replacement);
    expect([status, body.error.fields]).toEqual([422, fields]);
    expect((await test.ask('GET', '/api/books', { as: 'editor' })).status).toBe(200);
  });

  it('can be guessed at most ten times in 15 minutes', async () => {
    for (let attempt = 0; attempt < 10; attempt++) await change('wrong password 1', NEW);
    expect((await change(PASSWORD, NEW)).status).toBe(429);
  });
});
