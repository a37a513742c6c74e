// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '#src/client/types.ts';
import { entry } from '../stores/entries.ts';
import { memoryPlatform } from '../stores/platform.ts';
import { clearStage, click, type Shown, settle, showIsland } from './stage.tsx';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const signedIn = { token: 'abcdef0123456789', userInfo: JSON.stringify(user), loginStatus: 'true' };

/** An upstream that answers the calls named, with data or a code of failure, and no other. */
const upstream =
  (answers: Readonly<Record<string, object | string>>): Caller =>
  async (call) => {
    const answer = answers[call.name] ?? 'CLIENT_NETWORK';
    return typeof answer === 'string'
      ? { success: 0, data: call.empty, errors: [{ code: answer, message: answer }], status: 0 }
      : { success: 1, data: answer, errors: [], status: 200 };
  };

const button = ({ root }: Shown, text: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === text) as HTMLButtonElement;

const visited: string[] = [];
beforeEach(() => {
  visited.length = 0;
  for (const way of ['assign', 'replace'] as const) {
    vi.spyOn(location, way).mockImplementation((to) => void visited.push(String(to)));
  }
});
afterEach(clearStage);

describe('HistoryList', () => {
  it('says nothing of the history before the browser has', async () => {
    const { html } = await showIsland('history');
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('No Data!');
  });

  it('shows what to do where nothing was read', async () => {
    const { root, find } = await showIsland('history');
    expect(root.textContent).toContain('No Data!');
    expect(find<HTMLAnchorElement>('a').getAttribute('href')).toBe('/');
  });

  it('lists books with their place, cover and time, and takes one out', async () => {
    const unread = { ...entry(5, '2026-02-01T00:00:00Z'), chapter: null };
    const cover = { url: '/media/covers/4.webp', widths: [], tone: 1 };
    const list = [{ ...entry(4, '2026-03-01T00:00:00Z', 7), cover }, unread];
    const shown = await showIsland('history', memoryPlatform({ readlogList: JSON.stringify(list) }));
    const rows = [...shown.root.querySelectorAll('li')];
    expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
      '/book-reader/4/407',
      '/novel/5/Romance/Book-5',
    ]);
    expect(rows.map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual([
      '/freenovel_api/media/covers/4.webp',
      '/_brand/cover.svg',
    ]);
    expect(rows[0]?.textContent).toContain('Read to Chapter 7');
    expect(rows[1]?.textContent).toContain('Unread');
    expect(shown.find('time').getAttribute('datetime')).toBe('2026-03-01T00:00:00Z');
    await click(shown.find('button[aria-label="Remove Book 4"]'));
    expect(shown.root.querySelectorAll('li')).toHaveLength(1);
  });
});

describe('LoginForm', () => {
  const send = (shown: Shown) =>
    act(async () => {
      for (const field of shown.root.querySelectorAll('input'))
        field.value = field.type === 'email' ? 'a@b.example' : 'x'.repeat(9);
      shown.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });

  it('has the notice, and the name only where an account is made', async () => {
    const shown = await showIsland('login');
    expect(shown.root.textContent).toContain('By creating an account, I accept the terms');
    expect(shown.root.querySelector('[name=name]')).toBeNull();
    await click(button(shown, 'Create an account'));
    expect(shown.find<HTMLInputElement>('[name=password]').minLength).toBe(8);
    expect(shown.find('[name=name]')).toBeTruthy();
  });

  it.each([
    ['WRONG_CREDENTIALS', 'do not belong together'],
    ['RATE_LIMITED', 'wait a minute'],
    ['CLIENT_NETWORK', 'No connection'],
    ['INTERNAL', 'That did not work'],
  ])('tells of %s in words', async (code, words) => {
    const shown = await showIsland('login', memoryPlatform({}, upstream({ 'auth.login': code })));
    await send(shown);
    await settle();
    expect(shown.find('[role=alert]').textContent).toContain(words);
    expect(visited).toEqual([]);
  });

  it('leads on when signed in', async () => {
    const session = { token: signedIn.token, expires_at: '2027-01-01T00:00:00Z', user };
    const shown = await showIsland('login', memoryPlatform({}, upstream({ 'auth.login': { session } })));
    await send(shown);
    await settle();
    expect(visited).toEqual(['/myinfo']);
    expect(shown.platform.saved.get('token')).toBe(signedIn.token);
  });

  it('offers to sign out who is signed in', async () => {
    const shown = await showIsland('login', memoryPlatform(signedIn));
    expect(shown.root.textContent).toContain('You are signed in as Ann.');
    await click(button(shown, 'Sign out'));
    expect(shown.find('form')).toBeTruthy();
    expect(shown.platform.saved.has('token')).toBe(false);
  });
});

describe('AccountPage', () => {
  it('leads who is signed out to the sign-in and back', async () => {
    await showIsland('account');
    expect(visited).toEqual([`/login?to=${encodeURIComponent(location.pathname)}`]);
  });

  it('shows the account as it is now', async () => {
    const caller = upstream({ 'user.profile': { user: { ...user, coins: 1 } } });
    const shown = await showIsland('account', memoryPlatform(signedIn, caller));
    await settle();
    expect(shown.root.textContent).toContain('1 coin');
    expect(visited).toEqual([]);
    expect(shown.root.querySelectorAll('nav a')).toHaveLength(5);
  });

  it('offers another try where there is no profile to show', async () => {
    const shown = await showIsland('account', memoryPlatform({ token: signedIn.token }));
    await settle();
    expect(button(shown, 'Try again')).toBeTruthy();
  });

  it('goes home after signing out', async () => {
    const shown = await showIsland('account', memoryPlatform(signedIn));
    await click(button(shown, 'Sign out'));
    await settle();
    expect(visited).toEqual(['/']);
  });

  it('says of a list that it is empty, or that it failed', async () => {
    const empty = upstream({ 'user.locked_books': { items: [], page: 1, page_size: 20, total: 0 } });
    const shown = await showIsland('lockedBooks', memoryPlatform(signedIn, empty));
    await settle();
    expect(shown.root.textContent).toContain('Nothing here yet.');
    await clearStage();
    const failed = await showIsland('lockedBooks', memoryPlatform(signedIn));
    await settle();
    expect(failed.find('[role=alert]').textContent).toContain('could not be loaded');
  });
});

describe('HelpButton', () => {
  const event = (state: string) => ({ event: { state, helped: 2, needed: 5 } });

  it.each([
    ['success', 'Success'],
    ['clicked', 'Click succeeded'],
    ['expired', 'Help event has expired'],
  ])('shows what the event is for this device: %s', async (state, words) => {
    const caller = upstream({ 'event.inviteActivityHelpPage': event(state) });
    const shown = await showIsland('help', memoryPlatform({}, caller));
    await settle();
    expect(shown.find('.help-state').textContent).toBe(words);
  });

  it('counts the tap and says so', async () => {
    const shown = await showIsland('help', memoryPlatform({}, upstream({ 'event.help_click': event('clicked') })));
    await click(button(shown, 'Help with one tap'));
    await settle();
    expect(shown.find('.help-state').textContent).toBe('Click succeeded');
    expect(shown.find('.help-progress').textContent).toBe('2 of 5 friends have helped');
  });

  it.each([
    ['EVENT_EXPIRED', '.help-state', 'Help event has expired'],
    ['INTERNAL', '.notification', 'Has Error'],
  ])('tells of %s in its place', async (code, place, words) => {
    const shown = await showIsland('help', memoryPlatform({}, upstream({ 'event.help_click': code })));
    await click(button(shown, 'Help with one tap'));
    await settle();
    expect(shown.find(place).textContent).toBe(words);
  });
});
