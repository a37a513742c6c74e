// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { entry } from '../state/entries.ts';
import { memoryPlatform } from '../state/memory-platform.ts';
import { clearStage, click, type ShownIsland, settle, showIsland, type } from './stage.tsx';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const signedIn = { token: 'abcdef0123456789', userInfo: JSON.stringify(user), loginStatus: 'true' };

/** An upstream that supports only these calls and responds with data or an error code. */
const upstream =
  (answers: Readonly<Record<string, object | string>>): ApiClient =>
  async (call) => {
    const answer = answers[call.name] ?? 'CLIENT_NETWORK';
    return typeof answer === 'string'
      ? { success: 0, data: call.empty, errors: [{ code: answer, message: answer }], status: 0 }
      : { success: 1, data: answer, errors: [], status: 200 };
  };

const button = ({ root }: ShownIsland, text: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === text) as HTMLButtonElement;

const visited: string[] = [];
beforeEach(() => {
  visited.length = 0;
  for (const way of ['assign', 'replace'] as const) {
    vi.spyOn(location, way).mockImplementation((to) => void visited.push(String(to)));
  }
});
afterEach(clearStage);

describe('YourBooks (history and shelf)', () => {
  afterEach(async () => {
    location.hash = '';
    await settle();
  });
  const unread = { ...entry(5, '2026-02-01T00:00:00Z'), chapter: null };
  const cover = { url: '/media/covers/4.webp', widths: [80, 160, 320], tone: 1 };
  const list = [{ ...entry(4, '2026-03-01T00:00:00Z', 7), cover }, unread];
  const rowsOf = ({ root }: ShownIsland) => [...root.querySelectorAll('.history li')];
  const goTo = (hash: string) =>
    act(async () => {
      location.hash = hash;
      dispatchEvent(new Event('hashchange'));
    });

  it('shows no history before storage has been read', async () => {
    const { html } = await showIsland('history');
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('No Data!');
  });

  it('shows a message and a link to the home page if the history is empty', async () => {
    const { root, find } = await showIsland('history');
    expect(root.textContent).toContain('No Data!');
    expect(find<HTMLAnchorElement>('.empty a').getAttribute('href')).toBe('/');
  });

  it('lists books with their reading position, cover and time', async () => {
    const island = await showIsland('history', memoryPlatform({ readlogList: JSON.stringify(list) }));
    const rows = rowsOf(island);
    expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
      '/book-reader/4/407',
      '/novel/5/Romance/Book-5',
    ]);
    expect(rows.map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual([
      '/freenovel_api/media/covers/4.webp?w=160',
      '/_brand/cover.svg',
    ]);
    expect(rows[0]?.textContent).toContain('Read to Chapter 7');
    expect(rows[1]?.textContent).toContain('Unread');
    expect(island.find('time').getAttribute('datetime')).toBe('2026-03-01T00:00:00Z');
  });

  it('removes a book and restores it with undo', async () => {
    const island = await showIsland('history', memoryPlatform({ readlogList: JSON.stringify(list) }));
    await click(island.find('button[aria-label="Remove Book 4"]'));
    expect(rowsOf(island)).toHaveLength(1);
    expect(island.find('.undo').textContent).toContain('Removed: Book 4');
    await click(button(island, 'Undo'));
    expect(rowsOf(island)[0]?.textContent).toContain('Book 4');
    expect(island.find('.undo').textContent).toBe('');
  });

  it('also links to the furthest chapter if it is not the chapter read last, and can reset it with undo', async () => {
    const chapter = entry(4, '', 12).chapter;
    const saved = JSON.stringify([{ ...entry(4, '2026-03-01T00:00:00Z', 7), furthest: { chapter, since: 0 } }]);
    const island = await showIsland('history', memoryPlatform({ readlogList: saved }));
    const line = () => island.root.querySelector('.history-furthest');
    expect(line()?.querySelector('a')?.getAttribute('href')).toBe('/book-reader/4/412');
    expect(line()?.querySelector('a')?.textContent).toBe('Furthest chapter read: Chapter 12');
    await click(island.find('button[aria-label="Reset the furthest chapter read of Book 4"]'));
    expect(line()).toBeNull();
    expect(island.find('.undo').textContent).toContain('Furthest chapter reset: Book 4');
    await click(button(island, 'Undo'));
    expect(line()?.textContent).toContain('Chapter 12');
  });

  it('shows the shelf with the reading position in each book if the URL names the shelf', async () => {
    const shelfItems = [5, 4].map((id) => ({
      book: entry(id, '').book,
      cover: null,
      added_at: '2026-04-01T00:00:00Z',
    }));
    const saved = { readlogList: JSON.stringify(list), 'lectern:shelf': JSON.stringify(shelfItems) };
    const island = await showIsland('history', memoryPlatform(saved));
    await goTo('#shelf');
    expect(rowsOf(island).map((row) => row.textContent)).toEqual([
      expect.stringContaining('Book 5Unread'),
      expect.stringContaining('Book 4Read to Chapter 7'),
    ]);
    expect(island.find('[aria-current]').textContent).toBe('Shelf');
    await click(island.find('button[aria-label="Remove Book 5"]'));
    expect(JSON.parse(island.platform.saved.get('lectern:shelf') ?? '')).toHaveLength(1);
    await goTo('#history');
    expect(island.find('[aria-current]').textContent).toBe('Read history');
  });

  it("syncs with the upstream under the brand's prefix", async () => {
    const prefixes: string[] = [];
    const platform = memoryPlatform({ ...signedIn, readlogList: JSON.stringify(list) });
    const client = (prefix: string) => {
      prefixes.push(prefix);
      return platform.client(prefix);
    };
    await showIsland('history', { ...platform, client });
    await settle();
    expect(new Set(prefixes)).toEqual(new Set(['/freenovel_api']));
  });

  it('explains an empty shelf', async () => {
    const island = await showIsland('history');
    await goTo('#shelf');
    expect(island.find('.empty h2').textContent).toBe('Your shelf is empty');
  });

  it('has a search field if there are many books', async () => {
    const many = Array.from({ length: 12 }, (_, index) => entry(index + 1, '2026-03-01T00:00:00Z'));
    const island = await showIsland('history', memoryPlatform({ readlogList: JSON.stringify(many) }));
    await type(island.find<HTMLInputElement>('input[type=search]'), 'BÓOK 12');
    expect(rowsOf(island)).toHaveLength(1);
    await type(island.find<HTMLInputElement>('input[type=search]'), 'moon');
    expect(rowsOf(island)).toHaveLength(0);
    expect(island.root.textContent).toContain('No matching titles.');
  });

  it('syncs with the account after signing in through the dialog', async () => {
    const session = { token: signedIn.token, expires_at: '2027-01-01T00:00:00Z', user };
    const client = upstream({ 'auth.login': { session }, 'history.sync': { entries: list } });
    const island = await showIsland('history', memoryPlatform({ readlogList: JSON.stringify(list) }, client));
    await click(island.find('.keep-places a'));
    expect(island.find('dialog').textContent).not.toContain('By creating an account');
    await fill(island, 'ann@example.com', 'secret');
    await send(island);
    await settle();
    expect(island.root.querySelector('dialog')).toBeNull();
    expect(island.root.querySelector('.keep-places')).toBeNull();
    expect(island.find('.toast').textContent).toBe('Your reading positions are saved');
  });

  it('still shows its books after the sign-in dialog is closed', async () => {
    const island = await showIsland('history', memoryPlatform({ readlogList: JSON.stringify(list) }));
    await click(island.find('.keep-places a'));
    await click(island.find('dialog button[aria-label="Close"]'));
    expect(island.root.querySelector('dialog')).toBeNull();
    expect(rowsOf(island)).toHaveLength(2);
  });
});

describe('BookActions', () => {
  afterEach(() => settle());

  it('adds the book to the shelf, confirms it, and removes it', async () => {
    const island = await showIsland('book');
    const toggle = () => island.find('.shelf-button');
    await click(toggle());
    expect(island.find('.toast').textContent).toBe('Added to shelf');
    expect(toggle().dataset['kept']).toBe('true');
    const [shelfItem] = JSON.parse(island.platform.saved.get('lectern:shelf') ?? '');
    expect(shelfItem).toMatchObject({ book: { id: 4, title: 'Moon' }, cover: { url: '/media/covers/4.webp' } });
    await click(toggle());
    expect(toggle().dataset['kept']).toBe('false');
    expect(JSON.parse(island.platform.saved.get('lectern:shelf') ?? '')).toEqual([]);
  });

  it('has a share panel with a URL to copy, which is also available without scripts', async () => {
    const { html, find } = await showIsland('book');
    const panel = find('[popover]');
    expect(find('.share-button').getAttribute('popovertarget')).toBe(panel.id);
    expect(html).toContain('value="https://www.freenovel.example/novel/4/Romance/Moon"');
  });
});

const fill = async ({ find }: ShownIsland, email: string, password: string) => {
  await type(find<HTMLInputElement>('[name=email]'), email);
  await type(find<HTMLInputElement>('[name=password]'), password);
};

const send = ({ find }: ShownIsland) =>
  act(async () => void find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));

describe('LoginForm', () => {
  const sendFilled = async (island: ShownIsland) => {
    await fill(island, 'a@b.example', 'x'.repeat(9));
    await send(island);
  };
  const faults = ({ root }: ShownIsland) =>
    [...root.querySelectorAll('.field-error')].map(({ textContent }) => textContent);

  it('shows the notice and the name field only when creating an account', async () => {
    const island = await showIsland('login');
    expect(island.root.textContent).not.toContain('By creating an account, I accept the terms');
    expect(island.root.querySelector('[name=name]')).toBeNull();
    await click(button(island, 'Create an account'));
    expect(island.root.textContent).toContain('By creating an account, I accept the terms');
    expect(island.find<HTMLInputElement>('[name=password]').minLength).toBe(8);
    expect(island.find('[name=name]')).toBeTruthy();
  });

  it.each([
    ['sign-in', '', '', ['Enter your email address.', 'Enter your password.']],
    ['sign-in', 'ann', 'x', ['Enter a complete email address.']],
    ['sign-up', 'ann@example.com', 'short', ['This password is too short.']],
  ])(
    'in the mode "%s" with the email "%s" and the password "%s" shows errors beside the fields',
    async (mode, email, password, words) => {
      const island = await showIsland('login', memoryPlatform({}, upstream({})));
      if (mode === 'sign-up') await click(button(island, 'Create an account'));
      await fill(island, email, password);
      await send(island);
      expect(faults(island)).toEqual(words);
      const first = island.find('[aria-invalid="true"]');
      expect(document.activeElement).toBe(first);
      const described = first.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
      expect(document.getElementById(described)?.textContent).toBe(words[0]);
    },
  );

  it('says beside the field that the email address is taken', async () => {
    const island = await showIsland('login', memoryPlatform({}, upstream({ 'auth.register': 'EMAIL_TAKEN' })));
    await click(button(island, 'Create an account'));
    await sendFilled(island);
    await settle();
    expect(faults(island)).toEqual(['An account with this email already exists.']);
  });

  it('can reveal the password', async () => {
    const island = await showIsland('login');
    const field = () => island.find<HTMLInputElement>('[name=password]').type;
    await click(island.find('button[aria-label="Show password"]'));
    expect(field()).toBe('text');
    await click(island.find('button[aria-label="Show password"]'));
    expect(field()).toBe('password');
  });

  it.each([
    ['WRONG_CREDENTIALS', 'Incorrect email or password'],
    ['RATE_LIMITED', 'try again in a minute'],
    ['CLIENT_NETWORK', 'No connection'],
    ['INTERNAL', 'Something went wrong'],
  ])('shows the error %s as a sentence', async (code, words) => {
    const island = await showIsland('login', memoryPlatform({}, upstream({ 'auth.login': code })));
    await sendFilled(island);
    await settle();
    expect(island.find('[role=alert]').textContent).toContain(words);
    expect(visited).toEqual([]);
  });

  it('redirects to the account after signing in', async () => {
    const session = { token: signedIn.token, expires_at: '2027-01-01T00:00:00Z', user };
    const island = await showIsland('login', memoryPlatform({}, upstream({ 'auth.login': { session } })));
    await sendFilled(island);
    await settle();
    expect(visited).toEqual(['/myinfo']);
    expect(island.platform.saved.get('token')).toBe(signedIn.token);
  });

  it('offers to sign out if signed in', async () => {
    const island = await showIsland('login', memoryPlatform(signedIn));
    expect(island.root.textContent).toContain('You are signed in as Ann.');
    await click(button(island, 'Sign out'));
    expect(island.find('form')).toBeTruthy();
    expect(island.platform.saved.has('token')).toBe(false);
  });
});

describe('AccountPage', () => {
  it('redirects signed-out visitors to the sign-in page with a return path', async () => {
    history.replaceState(null, '', '?from=mail');
    await showIsland('account');
    history.replaceState(null, '', location.pathname);
    expect(visited).toEqual([`/login?to=${encodeURIComponent(`${location.pathname}?from=mail`)}`]);
  });

  it('shows the current account', async () => {
    const client = upstream({ 'user.profile': { user: { ...user, coins: 1 } } });
    const island = await showIsland('account', memoryPlatform(signedIn, client));
    await settle();
    expect(island.root.textContent).toContain('1 coin');
    expect(visited).toEqual([]);
    expect(island.root.querySelectorAll('nav a')).toHaveLength(5);
  });

  it('offers a retry if the profile could not be loaded', async () => {
    const island = await showIsland('account', memoryPlatform({ token: signedIn.token }));
    await settle();
    expect(button(island, 'Try again')).toBeTruthy();
  });

  it('redirects to the home page after signing out', async () => {
    const island = await showIsland('account', memoryPlatform(signedIn));
    await click(button(island, 'Sign out'));
    await settle();
    expect(visited).toEqual(['/']);
  });

  it('loads when the device is online again', async () => {
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const empty = upstream({ 'user.locked_books': { items: [], page: 1, page_size: 20, total: 0 } });
    const island = await showIsland('lockedBooks', memoryPlatform(signedIn, empty));
    await settle();
    expect(island.find('[role=alert]').textContent).toContain('You are offline.');
    connection.mockReturnValue(true);
    await act(async () => void dispatchEvent(new Event('online')));
    await settle();
    expect(island.root.textContent).toContain('Nothing here yet.');
    connection.mockRestore();
  });

  it('stays on the first page of a list when the device comes online again', async () => {
    const row = {
      book: {
        id: 4,
        title: 'Moon',
        category: { name: 'SF', sub_name: null },
        cover: null,
        author: { id: 1, name: 'Ann' },
      },
    };
    const items = [{ ...row, unlocked_chapters: 1, locked_chapters: 2 }];
    const calls: string[] = [];
    const answer = upstream({ 'user.locked_books': { items, page: 1, page_size: 1, total: 9 } });
    const client: ApiClient = (call, params, context) => {
      calls.push(call.name);
      return answer(call, params, context);
    };
    const island = await showIsland('lockedBooks', memoryPlatform(signedIn, client));
    await settle();
    const connection = vi.spyOn(navigator, 'onLine', 'get');
    for (const online of [false, true]) {
      connection.mockReturnValue(online);
      await act(async () => void dispatchEvent(new Event(online ? 'online' : 'offline')));
    }
    await settle();
    connection.mockRestore();
    expect(calls.filter((name) => name === 'user.locked_books')).toHaveLength(1);
    expect(island.root.querySelectorAll('.row-book')).toHaveLength(1);
  });

  it('shows the brand’s cover if a book’s cover fails to load', async () => {
    const cover = { url: '/media/4.webp', widths: [80, 160, 320], tone: 1 };
    const book = {
      id: 4,
      title: 'Moon',
      category: { name: 'SF', sub_name: null },
      cover,
      author: { id: 1, name: 'Ann' },
    };
    const items = [{ book, unlocked_chapters: 1, locked_chapters: 2 }];
    const client = upstream({ 'user.locked_books': { items, page: 1, page_size: 20, total: 1 } });
    const island = await showIsland('lockedBooks', memoryPlatform(signedIn, client));
    await settle();
    const image = island.find<HTMLImageElement>('.row-cover');
    expect(image.getAttribute('src')).toBe('/freenovel_api/media/4.webp?w=160');
    await act(async () => void image.dispatchEvent(new Event('error')));
    expect(image.getAttribute('src')).toBe('/_brand/cover.svg');
  });

  it('says when a list is empty or failed to load', async () => {
    const empty = upstream({ 'user.locked_books': { items: [], page: 1, page_size: 20, total: 0 } });
    const island = await showIsland('lockedBooks', memoryPlatform(signedIn, empty));
    await settle();
    expect(island.root.textContent).toContain('Nothing here yet.');
    await clearStage();
    const failed = await showIsland('lockedBooks', memoryPlatform(signedIn));
    await settle();
    expect(failed.find('[role=alert]').textContent).toContain('could not be loaded');
  });
});
