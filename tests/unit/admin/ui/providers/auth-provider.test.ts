import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '#src/admin/contract/answers.ts';
import { authProvider } from '#src/admin/ui/providers/auth-provider.ts';
import { ApiError } from '#src/admin/ui/providers/http.ts';
import { forgetSession, signOut } from '#src/admin/ui/providers/session.ts';

const EDITOR: SessionAnswer = {
  user: { id: 1, email: 'e@lectern.example', name: '', role: 'editor', hasSecondFactor: true },
  acts: ['books.read', 'books.change'],
};

let calls: string[];
let respond: (method: string) => Response;

beforeEach(() => {
  forgetSession();
  calls = [];
  respond = () => Response.json(EDITOR);
  vi.stubGlobal('location', { hash: '#/books' });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return respond(method);
  });
});

const errorResponse = (status: number, code: string) => () =>
  Response.json({ error: { code, message: 'No' } }, { status });

describe('the auth provider', () => {
  test('rejects a sign-in that lacks a required code, with the error `code_required`', async () => {
    respond = errorResponse(401, 'code_required');
    await expect(authProvider.login({ email: 'a', password: 'b' })).rejects.toMatchObject({ code: 'code_required' });
  });

  test('fetches the session once', async () => {
    await authProvider.checkAuth({});
    await authProvider.checkAuth({});
    expect(await authProvider.getPermissions?.({})).toEqual(EDITOR.acts);
    expect(calls).toEqual(['GET /api/session']);
  });

  test('allows accepting an invitation while signed out', async () => {
    respond = errorResponse(401, 'signed_out');
    vi.stubGlobal('location', { hash: '#/invitation/token' });
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
    vi.stubGlobal('location', { hash: '#/invitations' });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ code: 'signed_out' });
  });

  test('uses the email address as the name of an account without a name', async () => {
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: 1, fullName: 'e@lectern.example' });
  });

  test('redirects an account that needs a second factor to its set-up page', async () => {
    respond = () => Response.json({ ...EDITOR, second_factor_required: true });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({
      redirectTo: '/second-factor',
      logoutUser: false,
    });
    vi.stubGlobal('location', { hash: '#/second-factor' });
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });

  test('keeps the session when react-admin logs out after the redirect to the second factor', async () => {
    respond = () => Response.json({ ...EDITOR, second_factor_required: true });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ redirectTo: '/second-factor' });
    await authProvider.logout({});
    expect(calls).toEqual(['GET /api/session']);
    await signOut();
    await authProvider.logout({});
    expect(calls).toEqual(['GET /api/session', 'DELETE /api/session']);
  });

  test("maps react-admin's actions to the rights of the session", async () => {
    const may = (resource: string, action: string) => authProvider.canAccess?.({ resource, action });
    expect(await may('books', 'edit')).toBe(true);
    expect(await may('books', 'list')).toBe(true);
    expect(await may('staff', 'list')).toBe(false);
    expect(await may('staff', 'create')).toBe(false);
    expect(await may('no-such-thing', 'list')).toBe(false);
  });

  test('signs out only after a 401', async () => {
    await expect(authProvider.checkError(new ApiError(403, 'forbidden', 'No'))).resolves.toBeUndefined();
    await expect(authProvider.checkError(new ApiError(401, 'signed_out', 'No'))).rejects.toThrow('No');
  });

  test('forgets the session even if signing out fails', async () => {
    await authProvider.checkAuth({});
    respond = errorResponse(500, 'internal');
    await authProvider.logout({});
    respond = errorResponse(401, 'signed_out');
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ status: 401 });
    expect(calls).toEqual(['GET /api/session', 'DELETE /api/session', 'GET /api/session']);
  });

  test('sends no request on logout if nobody is signed in', async () => {
    await authProvider.logout({});
    expect(calls).toEqual([]);
  });
});
