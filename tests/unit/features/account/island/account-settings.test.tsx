// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { clearStage, click, type ShownIsland, settle, showIsland, type } from '../../../shell/island/stage.tsx';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const session = { token: 'abcdef0123456789', expires_at: '2027-01-01T00:00:00Z', user };
const signedIn = { token: session.token, userInfo: JSON.stringify(user), loginStatus: 'true' };
const device = {
  browser: 'Firefox',
  system: 'Linux',
  created_at: '2026-01-01T00:00:00Z',
  seen_at: '2026-01-02T00:00:00Z',
};
const DEVICES = [
  { ...device, id: 1, current: true },
  { ...device, id: 2, browser: null, system: null, current: false },
  { ...device, id: 3, current: false },
];

const visited: string[] = [];
let requests: [string, unknown][] = [];

function upstream(more: Readonly<Record<string, unknown>> = {}): ApiClient {
  const answers: Readonly<Record<string, unknown>> = {
    'user.profile': { user },
    'user.sessions': { items: DEVICES },
    'auth.options': { reset: true, provider: { name: 'Example ID' } },
    ...more,
  };
  return async (call, params) => {
    requests.push([call.name, params]);
    const answer = answers[call.name] ?? 'CALL_ABSENT';
    return typeof answer === 'string'
      ? { success: 0, data: call.empty, errors: [{ code: answer, message: '' }], status: 403 }
      : { success: 1, data: answer, errors: [], status: 200 };
  };
}

beforeEach(() => {
  visited.length = 0;
  requests = [];
  for (const way of ['assign', 'replace'] as const)
    vi.spyOn(location, way).mockImplementation((to) => void visited.push(String(to)));
});
afterEach(async () => {
  history.replaceState(null, '', location.pathname);
  await clearStage();
});

const calls = (name: string) => requests.filter(([call]) => call === name).map(([, params]) => params);
const setting = ({ root }: ShownIsland, title: string) =>
  [...root.querySelectorAll('details')].find(
    (one) => one.querySelector('summary')?.textContent === title,
  ) as HTMLElement;
const button = (within: HTMLElement, text: string) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent === text) as HTMLElement;
const send = (within: HTMLElement) =>
  act(
    async () =>
      void within.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
const fill = async (within: HTMLElement, name: string, text: string) =>
  type(within.querySelector(`[name=${name}]`) as HTMLInputElement, text);

async function account(more: Readonly<Record<string, unknown>> = {}): Promise<ShownIsland> {
  const island = await showIsland('account', memoryPlatform(signedIn, upstream(more)));
  await settle();
  return island;
}

describe('the account settings', () => {
  it('save a new name, but reject an empty name', async () => {
    const island = await account({ 'user.update': { user: { ...user, name: 'Bea' } } });
    const form = setting(island, 'Name');
    await fill(form, 'name', ' ');
    await send(form);
    expect(form.querySelector('.field-error')?.textContent).toBe('Enter a name.');
    await fill(form, 'name', ' Bea ');
    await send(form);
    await settle();
    expect(calls('user.update')).toEqual([{ name: 'Bea' }]);
    expect(form.querySelector('[role=status]')?.textContent).toBe('Saved.');
    expect(island.find('.profile h2').textContent).toBe('Bea');
  });

  it.each([
    ['', 'long enough', 'Enter your password.'],
    ['old', 'short', 'This password is too short.'],
  ])(
    'reject the current password "%s" with the new password "%s" without sending a request',
    async (current, password, words) => {
      const island = await account();
      const form = setting(island, 'Change password');
      await fill(form, 'current', current);
      await fill(form, 'password', password);
      await send(form);
      expect(form.querySelector('.field-error')?.textContent).toBe(words);
      expect(calls('user.change_password')).toEqual([]);
    },
  );

  it.each([
    ['WRONG_PASSWORD', 'Incorrect password.'],
    ['RATE_LIMITED', 'Too many attempts. Please try again in a minute.'],
    [{}, 'Your password was changed. Other devices are signed out.'],
  ])(
    'send the current and the new password and show the result if the upstream responds with %s',
    async (answer, words) => {
      const island = await account({ 'user.change_password': answer });
      const form = setting(island, 'Change password');
      await fill(form, 'current', 'old one');
      await fill(form, 'password', 'long enough');
      await send(form);
      await settle();
      expect(calls('user.change_password')).toEqual([{ current: 'old one', password: 'long enough' }]);
      expect(form.textContent).toContain(words);
    },
  );

  it('do not ask for the current password if the account has no password', async () => {
    const island = await account({ 'user.profile': { user, has_password: false } });
    expect(setting(island, 'Change password').querySelector('[name=current]')).toBeNull();
    const form = setting(island, 'Delete account');
    expect(form.textContent).toContain('Your email address, to confirm');
    await fill(form, 'secret', 'bob@example.com');
    await send(form);
    await settle();
    expect(calls('user.delete')).toEqual([{ secret: 'bob@example.com' }]);
  });

  it('save all data of the visitor as a file, if the upstream can export it', async () => {
    expect(setting(await account(), 'Your data')).toBeUndefined();
    await clearStage();
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:file';
    });
    // Following the link would change the address of this test's page.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const island = await account({
      'user.profile': { user, can_export: true },
      'user.export': { records: { account: { id: 3 } } },
    });
    const form = setting(island, 'Your data');
    await click(button(form, 'Download your data'));
    await settle();
    expect(await files[0]?.text()).toBe('{\n  "account": {\n    "id": 3\n  }\n}\n');
    expect(form.textContent).toContain('The file was saved.');
  });

  it('report that the data could not be loaded', async () => {
    const island = await account({ 'user.profile': { user, can_export: true }, 'user.export': 'RATE_LIMITED' });
    const form = setting(island, 'Your data');
    await click(button(form, 'Download your data'));
    await settle();
    expect(form.querySelector('[role=alert]')?.textContent).toBe('Too many attempts. Please try again in a minute.');
  });

  it('list the signed-in devices and sign them out', async () => {
    const island = await account({ 'user.end_session': {} });
    const list = setting(island, 'Where you are signed in');
    expect([...list.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
      'Firefox, Linux',
      'Unknown device',
      'Firefox, Linux',
    ]);
    expect(list.querySelector('li')?.textContent).toContain('This device');
    await click(list.querySelector('[aria-label="Sign out of Unknown device"]') as HTMLElement);
    await settle();
    expect(list.querySelectorAll('li')).toHaveLength(2);
    await click(button(list, 'Sign out everywhere else'));
    await settle();
    expect(calls('user.end_session')).toEqual([{ session_id: 2 }, {}]);
    expect(list.querySelectorAll('li')).toHaveLength(1);
  });

  it('sign out everywhere and redirect to the home page', async () => {
    const island = await account({ 'auth.logout': {} });
    await click(button(setting(island, 'Where you are signed in'), 'Sign out everywhere'));
    await settle();
    expect(calls('auth.logout')).toEqual([{ everywhere: true }]);
    expect([visited.includes('/'), island.platform.saved.has('token')]).toEqual([true, false]);
  });

  it('delete the account after the visitor enters the password', async () => {
    const island = await account({ 'user.delete': {} });
    const form = setting(island, 'Delete account');
    await send(form);
    expect([calls('user.delete'), form.querySelector('.field-error')?.textContent]).toEqual([
      [],
      'Enter your password.',
    ]);
    await fill(form, 'secret', 'old one');
    await send(form);
    await settle();
    expect([island.platform.saved.has('token'), visited.includes('/')]).toEqual([false, true]);
  });
});

describe('the sign-in form', () => {
  const login = async (search: string, more = {}) => {
    history.replaceState(null, '', search);
    const island = await showIsland('login', memoryPlatform({}, upstream(more)));
    await settle();
    return island;
  };

  it('sends a password reset link', async () => {
    const island = await login('?', { 'auth.reset_request': {} });
    await click(button(island.root, 'Forgot your password?'));
    await send(island.root);
    expect(island.find('.field-error').textContent).toBe('Enter your email address.');
    await fill(island.root, 'email', 'ann@example.com');
    await send(island.root);
    await settle();
    expect(island.find('[role=status]').textContent).toContain('an email is on its way');
    await click(button(island.root, 'Back to sign-in'));
    expect(island.find('[name=password]')).toBeTruthy();
  });

  it.each([
    ['GONE', 'has already been used or has expired', []],
    [{ session }, '', ['/myinfo']],
  ])(
    'sets a new password with the token from the emailed link (upstream response: %s)',
    async (answer, words, ways) => {
      const island = await login('?reset=a-token-of-the-mail', { 'auth.reset': answer });
      await fill(island.root, 'password', 'a new password');
      await send(island.root);
      await settle();
      expect(calls('auth.reset')).toEqual([{ token: 'a-token-of-the-mail', password: 'a new password' }]);
      expect(location.search).toBe('');
      expect(island.find('[role=alert]').textContent).toContain(words);
      expect(visited).toEqual(ways);
    },
  );

  it('redirects to the provider with the return path', async () => {
    const oidcStart = { address: 'https://id.example/auth', state: 'a-state-of-sixteen-and-more' };
    const island = await login('?to=%2Fhistory', { 'auth.oidc_begin': oidcStart });
    await click(button(island.root, 'Continue with Example ID'));
    await settle();
    expect(island.platform.visited).toEqual(['https://id.example/auth']);
    expect(island.platform.tabStorage.get('lectern:oidc')).toContain('"to":"/history"');
  });

  it('shows an error and offers a retry if sign-in at the provider failed', async () => {
    const island = await login('?error=access_denied&state=a-state-of-sixteen-and-more');
    expect(island.find('[role=alert]').textContent).toContain('Sign-in with this provider failed');
    expect(location.search).toBe('');
    expect(island.find('[name=email]')).toBeTruthy();
  });
});
