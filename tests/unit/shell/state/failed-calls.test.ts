import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyCall } from '#src/contract/call.ts';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { PushPlatform } from '#src/shell/state/push-platform.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from './memory-platform.ts';

const USER = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 20, created_at: '2026-01-01T00:00:00Z' };
const SIGNED_IN = { token: 'abcdef0123456789', userInfo: JSON.stringify(USER) };
const SIGNED_OUT = {};

/** Kinds of failure: no connection, an error defined in the contract, an error from a proxy. */
const FAILURES = {
  'no connection': { status: 0, errors: [{ code: 'CLIENT_NETWORK', message: 'no network' }] },
  404: { status: 404, errors: [{ code: 'NOT_FOUND', message: 'There is none.' }] },
  500: { status: 500, errors: [{ code: 'CLIENT_STATUS', message: 'Internal Server Error' }] },
} as const;

/**
 * Performs the visitor's action that makes the call.
 * @returns the message that is then shown at the place of the action
 */
type Act = (page: Page) => Promise<unknown>;

interface Page {
  readonly stores: Awaited<ReturnType<typeof loadStores>>;
  readonly platform: MemoryPlatform;
}

/** `place`: a message at the place of the action; `banner`: a notification; `nothing`: no message, with the reason. */
type Decision =
  | readonly [shown: 'place', keys: Readonly<Record<string, string>>, act: Act, expected: unknown]
  | readonly [shown: 'banner', keys: Readonly<Record<string, string>>, act: Act]
  | readonly [shown: 'nothing', keys: Readonly<Record<string, string>>, act: Act, reason: string];

const account = { email: 'a@example.org', password: 'correct horse', name: 'Ann' };
const aCode = expect.stringMatching(/^[A-Z_]+$/);
const BOOK = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };
const entry = JSON.stringify([{ book: BOOK, cover: null, added_at: '2026-01-01T00:00:00Z' }]);

const settings = () => import('#src/features/account/state/account-settings.ts');
const push = () => import('#src/features/notifications/state.ts');

const unlocking = async () => {
  const { createUnlock } = await import('#src/features/unlock/state.ts');
  return createUnlock({ book_id: 4, chapter_id: 43, price: 8 });
};

const lookAtLocked: Act = async () => {
  const { load, $unlock } = await unlocking();
  await load(true);
  return $unlock.get();
};

/** Every call that browsers make, by the name of its definition. New calls must be added here. */
const DECISIONS: Readonly<Record<string, readonly Decision[]>> = {
  authLogin: [['place', SIGNED_OUT, ({ stores }) => stores.auth.signIn(account), aCode]],
  authRegister: [['place', SIGNED_OUT, ({ stores }) => stores.auth.signUp(account), aCode]],
  authLogout: [
    ['nothing', SIGNED_IN, ({ stores }) => stores.auth.signOut(), 'the device is signed out all the same'],
    ['banner', SIGNED_IN, ({ stores }) => stores.auth.signOut({ everywhere: true })],
  ],
  authRefresh: [
    [
      'nothing',
      { ...SIGNED_IN, 'lectern:renew-at': String(Date.parse('2026-05-01T11:00:00Z')) },
      ({ stores }) => stores.sync.syncNow(),
      'no visitor made the call; the call it precedes says what failed',
    ],
  ],
  authOptions: [
    [
      'nothing',
      SIGNED_OUT,
      async () => (await import('#src/features/sign-in/state/sign-in-options.ts')).loadSignInOptions(),
      'the form of email and password is there',
    ],
  ],
  authOidcBegin: [
    [
      'place',
      SIGNED_OUT,
      async () => (await import('#src/features/sign-in/state/openid-sign-in.ts')).startProviderSignIn('/'),
      aCode,
    ],
  ],
  authOidcFinish: [
    [
      'place',
      SIGNED_OUT,
      async ({ platform }) => {
        const state = 's'.repeat(20);
        platform.tabStorage.set('lectern:oidc', JSON.stringify({ state, to: '/' }));
        const { finishProviderSignIn } = await import('#src/features/sign-in/state/openid-sign-in.ts');
        return finishProviderSignIn(`?state=${state}&code=abc`);
      },
      { code: aCode },
    ],
  ],
  authResetRequest: [
    [
      'place',
      SIGNED_OUT,
      async () => (await import('#src/features/sign-in/state/password-reset.ts')).requestPasswordReset(account.email),
      aCode,
    ],
  ],
  authReset: [
    [
      'place',
      SIGNED_OUT,
      async () =>
        (await import('#src/features/sign-in/state/password-reset.ts')).resetPassword('t'.repeat(32), account.password),
      aCode,
    ],
  ],
  deviceRegister: [['nothing', SIGNED_OUT, ({ stores }) => stores.auth.registerDevice(), 'no visitor made the call']],
  userProfile: [
    [
      'place',
      { token: SIGNED_IN.token },
      async ({ stores }) => {
        await stores.user.loadProfile();
        return stores.user.$profileState.get();
      },
      'failed',
    ],
    ['banner', SIGNED_IN, ({ stores }) => stores.user.loadProfile()],
  ],
  userLockedBooks: [
    [
      'place',
      SIGNED_IN,
      async ({ stores }) => {
        await stores.user.loadLockedBooks();
        return stores.user.$lockedBooks.get().state;
      },
      'failed',
    ],
  ],
  userRecharges: [
    [
      'place',
      SIGNED_IN,
      async ({ stores }) => {
        await stores.user.loadRecharges();
        return stores.user.$recharges.get().state;
      },
      'failed',
    ],
  ],
  userVouchers: [
    [
      'place',
      SIGNED_IN,
      async ({ stores }) => {
        await stores.user.loadVouchers();
        return stores.user.$vouchers.get().state;
      },
      'failed',
    ],
  ],
  userSessions: [['banner', SIGNED_IN, async () => (await settings()).loadDevices()]],
  userEndSession: [['place', SIGNED_IN, async () => (await settings()).endDevice(4), aCode]],
  userUpdate: [['place', SIGNED_IN, async () => (await settings()).rename('Bea'), aCode]],
  userChangePassword: [['place', SIGNED_IN, async () => (await settings()).changePassword('one', 'other'), aCode]],
  userExport: [['place', SIGNED_IN, async () => (await settings()).exportData(), { code: aCode }]],
  userDelete: [['place', SIGNED_IN, async () => (await settings()).deleteAccount('secret'), aCode]],
  chapterShow: [['place', { ...SIGNED_IN }, lookAtLocked, expect.objectContaining({ state: 'idle', error: aCode })]],
  chapterUnlock: [
    [
      'place',
      SIGNED_IN,
      async () => {
        const { unlock, $unlock } = await unlocking();
        await unlock('coins');
        return $unlock.get();
      },
      expect.objectContaining({ state: 'idle', error: aCode }),
    ],
  ],
  chapterFind: [
    [
      'place',
      SIGNED_OUT,
      async () => {
        const { findInBook, $bookSearch } = await import('#src/features/reader/find/state.ts');
        await findInBook(4, 'moon');
        return $bookSearch.get().state;
      },
      'failed',
    ],
  ],
  bookChapters: [
    [
      'place',
      SIGNED_OUT,
      async ({ stores }) => {
        await stores.chapterList.loadChapters(4);
        return stores.chapterList.$chapterList.get().state;
      },
      'failed',
    ],
  ],
  bookShow: [
    [
      'nothing',
      SIGNED_OUT,
      ({ stores }) => stores.campaign.loadCampaignBook({ book: 4, chapter: undefined }),
      'the page of a campaign is complete without the book',
    ],
  ],
  bookBrief: [
    [
      'nothing',
      { 'lectern:shelf': entry },
      ({ stores }) => stores.news.loadNewChapters(),
      'no visitor made the call; the shelf is there',
    ],
  ],
  searchSuggest: [
    [
      'place',
      SIGNED_OUT,
      async ({ stores }) => {
        await stores.types.suggest('moon');
        return stores.types.$suggestionState.get();
      },
      // 404 means that the upstream has no suggestions.
      expect.stringMatching(/^(offline|failed|idle)$/),
    ],
  ],
  searchPopular: [
    ['nothing', SIGNED_OUT, ({ stores }) => stores.types.loadPopular(), 'the visitor can type a word of their own'],
  ],
  searchTyped: [
    [
      'nothing',
      SIGNED_OUT,
      async ({ stores }) => {
        stores.types.submitSearch('moon');
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
      'the search goes on without being counted',
    ],
  ],
  shareCreate: [
    ['banner', SIGNED_OUT, ({ stores }) => stores.share.shareLink({ kind: 'book', id: 4, path: '/novel/4' })],
  ],
  reportAdd: [
    [
      'place',
      SIGNED_OUT,
      ({ stores }) =>
        stores.report.sendReport({
          book_id: 4,
          chapter_id: 43,
          kind: 'text',
          passage: 'a lamp',
          text: '',
          key: 'key-of-a-report',
        }),
      expect.stringMatching(/^(?!sent$|input$)/),
    ],
  ],
  translatorApply: [
    [
      'place',
      SIGNED_OUT,
      async ({ stores }) => {
        const { $submission, apply, saveDraft } = stores.translator;
        saveDraft(APPLICATION);
        await apply();
        return $submission.get().state;
      },
      'failed',
    ],
  ],
  eventHelpClick: [
    [
      'banner',
      SIGNED_OUT,
      async ({ stores }) => {
        const storedEvent = { state: 'open', helped: 1, needed: 5, expires_at: '2026-06-01T00:00:00Z' } as const;
        await stores.help.openHelp(7, storedEvent);
        await stores.help.giveHelp();
      },
    ],
  ],
  eventInviteActivityHelpPage: [
    [
      'nothing',
      SIGNED_OUT,
      ({ stores }) =>
        stores.help.openHelp(7, { state: 'open', helped: 1, needed: 5, expires_at: '2026-06-01T00:00:00Z' }),
      'the page shows the event as it was rendered',
    ],
  ],
  librarySync: [
    [
      'nothing',
      SIGNED_IN,
      async () => (await import('#src/features/library/state/library-sync.ts')).runSync(),
      'the line below the list says how the sync is',
    ],
  ],
  historySync: [
    [
      'nothing',
      SIGNED_IN,
      async () => (await import('#src/features/library/state/library-sync.ts')).syncHistoryAlone(),
      'the line below the list says how the sync is',
    ],
  ],
  pushKey: [
    [
      'nothing',
      SIGNED_OUT,
      async () => (await push()).loadPushState('/book-reader'),
      'no visitor made the call; notifications are not offered',
    ],
  ],
  pushSubscribe: [
    [
      'place',
      SIGNED_OUT,
      async () => {
        const { $pushState, loadPushState, turnOnNotifications } = await push();
        await loadPushState('/book-reader');
        await turnOnNotifications('/book-reader');
        return $pushState.get();
      },
      'failed',
    ],
  ],
  pushUnsubscribe: [
    [
      'nothing',
      SIGNED_OUT,
      async () => {
        const { $pushState, turnOffNotifications } = await push();
        await turnOffNotifications();
        expect($pushState.get()).toBe('off');
      },
      'the browser takes no more notifications all the same',
    ],
  ],
};

const APPLICATION = {
  name: 'Ann',
  email: 'ann@example.org',
  native: 'es',
  languages: ['en'],
  books: [4],
  consent: true,
  about: 'I have read this novel twice and would begin with it.',
};

/** A push service that accepts every request. */
const PUSH: PushPlatform = {
  permission: () => 'default',
  ask: async () => 'granted',
  current: async () => ({ endpoint: 'https://push.test/1', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }),
  subscribe: async () => ({ endpoint: 'https://push.test/1', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }),
  unsubscribe: async () => {},
};

/** Calls that must succeed before the failing one is made. */
const PREPARING: Readonly<Record<string, unknown>> = {
  'push.key': { key: 'B'.repeat(87) },
  'user.profile': { user: USER },
  'user.vouchers': { items: [], page: 1, page_size: 100, total: 0 },
};

async function definitions(): Promise<ReadonlyMap<string, AnyCall>> {
  const calls = new Map<string, AnyCall>();
  for await (const file of glob('src/contract/calls/*.ts')) {
    const module: Record<string, unknown> = await import(`../../../../src/contract/calls/${basename(file, '.ts')}.ts`);
    for (const [name, value] of Object.entries(module))
      if (typeof value === 'object' && value !== null && 'onFailure' in value) calls.set(name, value as AnyCall);
  }
  return calls;
}

/** Names of the definitions used by browser code. */
async function callsOfBrowsers(): Promise<string[]> {
  const names = [...(await definitions()).keys()];
  const used = new Set<string>();
  for await (const file of glob('src/{features,shell}/**/*.{ts,tsx,js,astro}')) {
    if (/\/(?:view\.ts|views\/|page\/)/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (!text.includes('#src/contract/')) continue;
    for (const name of names) if (new RegExp(`\\b${name}\\b`).test(text)) used.add(name);
  }
  return [...used].sort();
}

const CALLS = await definitions();

describe('a failed call from the browser', () => {
  it('has a documented outcome, whichever call fails', async () => {
    expect(await callsOfBrowsers()).toEqual(Object.keys(DECISIONS).sort());
    for (const decisions of Object.values(DECISIONS)) expect(decisions.length).toBeGreaterThan(0);
  });

  const cases = Object.entries(DECISIONS).flatMap(([name, decisions]) =>
    decisions.flatMap((decision) =>
      Object.keys(FAILURES).map((failure) => [name, failure, decision[0], decision] as const),
    ),
  );
  it.each(cases)(
    'to %s (%s) is reported to the visitor as documented: %s',
    async (name, failure, shown, [, keys, act, expected]) => {
      const failing = CALLS.get(name)?.name ?? '';
      const calls: string[] = [];
      const client: ApiClient = async (call) => {
        calls.push(call.name);
        const prepared = call.name === failing ? undefined : PREPARING[call.name];
        if (prepared !== undefined) return { success: 1, data: prepared, errors: [], status: 200 };
        return { success: 0, data: call.empty, ...FAILURES[failure as keyof typeof FAILURES] };
      };
      const platform: MemoryPlatform = { ...memoryPlatform(keys, client), push: () => PUSH };
      const stores = await loadStores(platform);
      const result = await act({ stores, platform });
      expect(calls).toContain(failing);
      const notification = stores.messages.$notification.get();
      if (shown === 'place') expect(result).toEqual(expected);
      if (shown === 'banner') expect(notification).toMatch(/\S/);
      else expect(notification).toBeNull();
    },
  );

  it('keeps the session after sign-out everywhere fails, but ends it if the upstream lacks the call', async () => {
    const failing = await loadStores(memoryPlatform(SIGNED_IN));
    expect(await failing.auth.signOut({ everywhere: true })).toBe(false);
    expect(failing.auth.$isLogin.get()).toBe(true);
    const absent: ApiClient = async (call) => ({
      success: 0,
      data: call.empty,
      errors: [{ code: 'CALL_ABSENT', message: '' }],
      status: 404,
    });
    const lacking = await loadStores(memoryPlatform(SIGNED_IN, absent));
    expect(await lacking.auth.signOut({ everywhere: true })).toBe(true);
    expect(lacking.auth.$isLogin.get()).toBe(false);
  });
});
