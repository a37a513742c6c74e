import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const session = { token: 'abcdef0123456789', expires_at: '2027-01-01T00:00:00Z', renew_in: 840, user };
const STATE = 'a-state-of-sixteen-and-more';

/**
 * Loads the stores with an upstream.
 * @param answers by call: data, an error code of the contract, or the status of a server that does not follow the
 * contract
 */
async function browser(answers: Readonly<Record<string, object | string | number>>, saved = {}) {
  const requests: unknown[] = [];
  const client: ApiClient = async (call, params) => {
    if (call.name.startsWith('auth.')) requests.push([call.name, params]);
    const answer = answers[call.name] ?? 'CALL_ABSENT';
    if (typeof answer === 'number')
      return { success: 0, data: call.empty, errors: [{ code: 'CLIENT_STATUS', message: '' }], status: answer };
    return typeof answer === 'string'
      ? {
          success: 0,
          data: call.empty,
          errors: [{ code: answer, message: '' }],
          status: answer === 'CALL_ABSENT' ? 404 : 403,
        }
      : { success: 1, data: answer, errors: [], status: 200 };
  };
  const platform = memoryPlatform(saved, client);
  await loadStores(platform);
  return {
    requests,
    platform,
    ways: {
      ...(await import('#src/features/sign-in/state/sign-in-options.ts')),
      ...(await import('#src/features/sign-in/state/openid-sign-in.ts')),
    },
  };
}

describe('sign-in at the OpenID provider', () => {
  const begin = { 'auth.oidc_begin': { address: 'https://id.example/auth?x=1', state: STATE } };

  it('starts with a return path, and completes when the visitor returns', async () => {
    const { requests, platform, ways: options } = await browser({ ...begin, 'auth.oidc_finish': { session } });
    expect(await options.startProviderSignIn('/history')).toBeUndefined();
    expect(platform.visited).toEqual(['https://id.example/auth?x=1']);
    expect(await options.finishProviderSignIn(`?code=c1&state=${STATE}&iss=https%3A%2F%2Fid.example`)).toEqual({
      to: '/history',
    });
    expect(requests.at(-1)).toEqual(['auth.oidc_finish', { code: 'c1', state: STATE, iss: 'https://id.example' }]);
    expect(platform.saved.get('token')).toBe(session.token);
  });

  it('is not opened if this tab cannot store the sign-in', async () => {
    const { platform, ways: options } = await browser(begin);
    Object.assign(platform.tabStorage, { fault: () => 'full' });
    expect(await options.startProviderSignIn('/history')).toBe('CLIENT_STORAGE_FULL');
    expect(platform.visited).toEqual([]);
  });

  it('ignores a callback that this tab has not requested', async () => {
    const { requests, platform, ways: options } = await browser({ ...begin, 'auth.oidc_finish': { session } });
    expect(await options.finishProviderSignIn(`?code=c1&state=${STATE}`)).toEqual({ code: 'FORBIDDEN' });
    await options.startProviderSignIn('/history');
    expect(await options.finishProviderSignIn('?code=c1&state=the-state-of-somebody-else')).toEqual({
      code: 'FORBIDDEN',
    });
    // A callback URL that was already used is rejected too.
    expect(await options.finishProviderSignIn(`?code=c1&state=${STATE}`)).toEqual({ code: 'FORBIDDEN' });
    expect(requests).toEqual([['auth.oidc_begin', {}]]);
    expect(platform.saved.has('token')).toBe(false);
  });

  it('fails with the error from the callback or the upstream', async () => {
    const { platform, ways: options } = await browser({ ...begin, 'auth.oidc_finish': 'EMAIL_TAKEN' });
    await options.startProviderSignIn('/');
    expect(await options.finishProviderSignIn(`?code=c1&state=${STATE}`)).toEqual({ code: 'EMAIL_TAKEN' });
    await options.startProviderSignIn('/');
    expect(await options.finishProviderSignIn(`?error=access_denied&state=${STATE}`)).toEqual({ code: 'FORBIDDEN' });
    expect(platform.saved.has('token')).toBe(false);
  });

  it('ignores a URL without code and state', async () => {
    const { ways: options } = await browser({});
    expect(options.readProviderAnswer('?to=%2Fhistory')).toBeUndefined();
    expect(options.readProviderAnswer('?state=x')).toBeUndefined();
  });
});

describe('the sign-in options', () => {
  it('are requested once', async () => {
    const { requests, ways: options } = await browser({ 'auth.options': { reset: true, provider: null } });
    expect(await Promise.all([options.loadSignInOptions(), options.loadSignInOptions()])).toEqual([true, true]);
    expect(requests).toHaveLength(1);
    expect(options.$signInOptions.get()).toEqual({ reset: true, provider: null });
  });

  it('are empty if the upstream lists no options', async () => {
    const { ways: options } = await browser({});
    expect(await options.loadSignInOptions()).toBe(false);
    expect(options.$signInOptions.get()).toEqual({ reset: false, provider: null });
  });
  it.each([
    [404, false],
    [501, false],
    [403, true],
    [429, true],
    [502, true],
  ])('may still be available after the status %i: %s', async (status, isThere) => {
    const { ways: options } = await browser({ 'auth.options': status });
    expect(await options.loadSignInOptions()).toBe(isThere);
  });
});
