import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authProvider } from '#src/admin-ui/providers/auth-provider.ts';
import { ApiError } from '#src/admin-ui/providers/http.ts';
import { forgetSession, signOut } from '#src/admin-ui/providers/session.ts';

const EDITOR = { id: 1, email: 'e@lectern.example', name: '', role: 'editor', hasSecondFactor: false };

let calls: string[];
let answer: (method: string) => Response;

beforeEach(() => {
  forgetSession();
  calls = [];
  answer = () => Response.json({ user: EDITOR });
  vi.stubGlobal('location', { hash: '#/books' });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return answer(method);
  });
});

const refusal = (status: number, code: string) => () => Response.json({ error: { code, message: 'No' } }, { status });

describe('the auth provider', () => {
  test('says that a code is needed, by the code of the error', async () => {
    answer = refusal(401, 'code_required');
    await expect(authProvider.login({ email: 'a', password: 'b' })).rejects.toMatchObject({ code: 'code_required' });
  });

  test('asks who is signed in once', async () => {
    await authProvider.checkAuth({});
    await authProvider.checkAuth({});
    expect(await authProvider.getPermissions?.({})).toBe('editor');
    expect(calls).toEqual(['GET /api/session']);
  });

  test('accepts an invitation without a sign-in', async () => {
    answer = refusal(401, 'signed_out');
    vi.stubGlobal('location', { hash: '#/invitation/token' });
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
    vi.stubGlobal('location', { hash: '#/invitations' });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ code: 'signed_out' });
  });

  test('takes the mail as the name of who has none', async () => {
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: 1, fullName: 'e@lectern.example' });
  });

  test('leads to the second factor who has to set it up, and nowhere else', async () => {
    answer = () => Response.json({ user: EDITOR, second_factor_required: true });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({
      redirectTo: '/second-factor',
      logoutUser: false,
    });
    vi.stubGlobal('location', { hash: '#/second-factor' });
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });

  test('keeps the session that react-admin ends after a redirect to the second factor, until its owner signs out', async () => {
    answer = () => Response.json({ user: EDITOR, second_factor_required: true });
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ redirectTo: '/second-factor' });
    await authProvider.logout({});
    expect(calls).toEqual(['GET /api/session']);
    await signOut();
    await authProvider.logout({});
    expect(calls).toEqual(['GET /api/session', 'DELETE /api/session']);
  });

  test('lets an editor change books, and neither see nor choose the staff', async () => {
    const may = (resource: string, action: string) => authProvider.canAccess?.({ resource, action });
    expect(await may('books', 'edit')).toBe(true);
    expect(await may('books', 'list')).toBe(true);
    expect(await may('staff', 'list')).toBe(false);
    expect(await may('staff', 'create')).toBe(false);
    expect(await may('no-such-thing', 'list')).toBe(false);
  });

  test('signs out after a 401, and after no other error', async () => {
    await expect(authProvider.checkError(new ApiError(403, 'forbidden', 'No'))).resolves.toBeUndefined();
    await expect(authProvider.checkError(new ApiError(401, 'signed_out', 'No'))).rejects.toThrow('No');
  });

  test('forgets who was signed in though the API does not answer', async () => {
    await authProvider.checkAuth({});
    answer = refusal(500, 'internal');
    await authProvider.logout({});
    answer = refusal(401, 'signed_out');
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ status: 401 });
    expect(calls).toEqual(['GET /api/session', 'DELETE /api/session', 'GET /api/session']);
  });

  test('ends no session where nobody is signed in', async () => {
    await authProvider.logout({});
    expect(calls).toEqual([]);
  });
});
