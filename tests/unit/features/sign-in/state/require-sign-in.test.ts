import { describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const session = { token: 'abcdef0123456789', expires_at: '2027-01-01T00:00:00Z', user };
const signInClient: ApiClient = async (call) => ({
  success: 1,
  errors: [],
  status: 200,
  data: call.name === 'auth.login' ? { session } : call.empty,
});
const credentials = { email: 'ann@example.com', password: 'x' };

describe('requireSignIn', () => {
  it('runs the action immediately if signed in', async () => {
    const { auth } = await loadStores(memoryPlatform({ token: session.token }));
    const action = vi.fn();
    auth.requireSignIn(action);
    expect(action).toHaveBeenCalledOnce();
    expect(auth.$loginDialog.get()).toBe(false);
  });

  it('shows the dialog, and runs the action only once after signing in', async () => {
    const { auth } = await loadStores(memoryPlatform({}, signInClient));
    const action = vi.fn();
    auth.requireSignIn(action);
    expect(auth.$loginDialog.get()).toBe(true);
    expect(action).not.toHaveBeenCalled();
    await auth.signIn(credentials);
    expect(auth.$loginDialog.get()).toBe(false);
    await auth.signIn(credentials);
    expect(action).toHaveBeenCalledOnce();
  });

  it('discards the action if the dialog is closed', async () => {
    const { auth } = await loadStores(memoryPlatform({}, signInClient));
    const action = vi.fn();
    auth.requireSignIn(action);
    auth.showLoginDialog(false);
    await auth.signIn(credentials);
    expect(action).not.toHaveBeenCalled();
  });

  it('keeps the action if signing in fails', async () => {
    const refuses = { on: true };
    const client: ApiClient = async (call, params, context) =>
      refuses.on
        ? { success: 0, data: call.empty, errors: [{ code: 'WRONG_CREDENTIALS', message: 'no' }], status: 401 }
        : signInClient(call, params, context);
    const { auth } = await loadStores(memoryPlatform({}, client));
    const action = vi.fn();
    auth.requireSignIn(action);
    expect(await auth.signIn(credentials)).toBe('WRONG_CREDENTIALS');
    expect(auth.$loginDialog.get()).toBe(true);
    refuses.on = false;
    await auth.signIn(credentials);
    expect(action).toHaveBeenCalledOnce();
  });
});
