import { act, type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { vi } from 'vitest';
import { ISLAND_KEYS, islandTexts } from '#src/components/ui/island-texts.ts';
import type { Texts } from '#src/i18n/keys.ts';
import account from '#src/i18n/locales/en/account.json' with { type: 'json' };
import campaign from '#src/i18n/locales/en/campaign.json' with { type: 'json' };
import notebook from '#src/i18n/locales/en/notebook.json' with { type: 'json' };
import novel from '#src/i18n/locales/en/novel.json' with { type: 'json' };
import offline from '#src/i18n/locales/en/offline.json' with { type: 'json' };
import reader from '#src/i18n/locales/en/reader.json' with { type: 'json' };
import search from '#src/i18n/locales/en/search.json' with { type: 'json' };
import translator from '#src/i18n/locales/en/translator.json' with { type: 'json' };
import { loadStores, type MemoryPlatform, memoryPlatform } from '../stores/memory-platform.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

/** Keys an island asked for and its page does not send. */
export const missingTexts = new Set<string>();

/** The texts a page sends, noting what is asked for beyond them; plural forms fall back on one another. */
function noted(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return new Proxy(texts, {
    get(target, key) {
      const text = typeof key === 'string' ? target[key] : undefined;
      const known = text !== undefined || String(key).includes('_') || `${String(key)}_other` in target;
      if (!known) missingTexts.add(String(key));
      return text;
    },
  });
}

const page = { locale: 'en', apiPrefix: '/freenovel_api' } as const;
const accountTexts = (keys: readonly string[]) => noted(islandTexts(account as Texts<'account'>, keys));

const PICTURES = { emptyImage: '/_brand/empty.svg', defaultCover: '/_brand/cover.svg' } as const;

export const BOOK = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };
const COVER = { url: '/freenovel_api/media/covers/4.webp', widths: [160], tone: 3 };

/** Every island with what its page gives it. */
export const ISLANDS = {
  search: {
    load: async () => (await import('#src/islands/search/SearchBox.tsx')).SearchBox,
    props: {
      ...page,
      texts: noted(islandTexts(search as Texts<'search'>, ISLAND_KEYS.search)),
      word: '',
      all: false,
      locales: ['en', 'es'],
    },
  },
  reader: {
    load: async () => (await import('#src/islands/reader/ReaderControls.tsx')).ReaderControls,
    props: {
      ...page,
      texts: noted(islandTexts(reader as Texts<'reader'>, ISLAND_KEYS.reader)),
      book: { ...BOOK, cover: COVER },
      bookHref: '/novel/4/Romance/Moon',
      chapter: {
        id: 42,
        number: 2,
        title: 'Two',
        words: 460,
        previousHref: '/book-reader/4/41',
        nextHref: '/book-reader/4/43',
      },
      chapterCount: 3,
      bookWords: 13_800,
      language: 'en',
    },
  },
  book: {
    load: async () => (await import('#src/islands/novel/BookActions.tsx')).BookActions,
    props: {
      ...page,
      texts: noted({
        ...islandTexts(novel as Texts<'novel'>, ISLAND_KEYS.book),
        ...islandTexts(offline as Texts<'offline'>, [...ISLAND_KEYS.keep, ...ISLAND_KEYS.notify]),
      }),
      book: BOOK,
      cover: COVER,
      readable: true,
      chapters: 3,
      counted: 3,
      path: '/novel/4/Romance/Moon',
      address: 'https://www.freenovel.example/novel/4/Romance/Moon',
    },
  },
  hideTags: {
    load: async () => (await import('#src/islands/novel/HideTags.tsx')).HideTags,
    props: { ...page, texts: {}, label: 'Never show', tags: [{ id: 7, name: 'Wolves' }] },
  },
  share: {
    load: async () => (await import('#src/islands/novel/ShareButton.tsx')).ShareButton,
    props: {
      ...page,
      texts: noted(islandTexts(novel as Texts<'novel'>, ISLAND_KEYS.share)),
      kind: 'help',
      id: 7,
      title: 'Moon',
      path: '/invited-to-help/4/7',
      address: 'https://www.freenovel.example/invited-to-help/4/7',
    },
  },
  history: {
    load: async () => (await import('#src/islands/history/YourBooks.tsx')).YourBooks,
    props: {
      ...page,
      texts: accountTexts(ISLAND_KEYS.history),
      defaultCover: '/_brand/cover.svg',
      emptyImage: '/_brand/empty.svg',
      termsHref: '/myinfo/teams_of_services',
      accounts: true,
    },
  },
  notebook: {
    load: async () => (await import('#src/islands/notebook/Notebook.tsx')).Notebook,
    props: {
      ...page,
      texts: noted({
        ...islandTexts(account as Texts<'account'>, ISLAND_KEYS.notebookAround),
        ...islandTexts(reader as Texts<'reader'>, ISLAND_KEYS.notebookMarks),
        ...islandTexts(notebook as Texts<'notebook'>, ISLAND_KEYS.notebook),
      }),
      ...PICTURES,
      accounts: true,
    },
  },
  login: {
    load: async () => (await import('#src/islands/login/LoginForm.tsx')).LoginForm,
    props: { ...page, texts: accountTexts(ISLAND_KEYS.login), termsHref: '/myinfo/teams_of_services' },
  },
  account: {
    load: async () => (await import('#src/islands/account/AccountPage.tsx')).AccountPage,
    props: { ...page, texts: accountTexts(ISLAND_KEYS.account), child: null, ...PICTURES },
  },
  unlock: {
    load: async () => (await import('#src/islands/unlock/Unlock.tsx')).Unlock,
    props: {
      ...page,
      texts: accountTexts(ISLAND_KEYS.unlock),
      bookId: 4,
      chapterId: 43,
      price: 12,
      freeFrom: '2027-03-05T23:30:00Z',
      supportEmail: 'help@example.com',
      path: '/book-reader/4/43',
      termsHref: '/myinfo/teams_of_services',
    },
  },
  lockedBooks: {
    load: async () => (await import('#src/islands/account/AccountPage.tsx')).AccountPage,
    props: { ...page, texts: accountTexts(ISLAND_KEYS.account), child: 'myLocked', ...PICTURES },
  },
  help: {
    load: async () => (await import('#src/islands/help-event/HelpButton.tsx')).HelpButton,
    props: {
      ...page,
      texts: noted(islandTexts(novel as Texts<'novel'>, ISLAND_KEYS.help)),
      activeId: 7,
      inviter: 'Maya',
      title: 'Moon',
      canHelp: true,
      event: { state: 'open', helped: 1, needed: 5, expires_at: '2027-01-01T00:00:00Z' },
    },
  },
  campaign: {
    load: async () => (await import('#src/islands/campaign/CampaignBook.tsx')).CampaignBook,
    props: {
      ...page,
      texts: noted(islandTexts(campaign as Texts<'campaign'>, ISLAND_KEYS.campaign)),
      defaultCover: '/_brand/cover.svg',
    },
  },
  translator: {
    load: async () => (await import('#src/islands/translator/TranslatorForm.tsx')).TranslatorForm,
    props: {
      ...page,
      texts: noted(islandTexts(translator as Texts<'translator'>, ISLAND_KEYS.translator)),
      offered: [{ ...BOOK, author: 'Ann Lee', cover: '/_brand/cover.svg' }],
      defaultCover: '/_brand/cover.svg',
      languages: [
        { code: 'en', name: 'English' },
        { code: 'es', name: 'Spanish' },
      ],
      termsHref: '/myinfo/teams_of_services',
      supportEmail: 'support@freenovel.example',
    },
  },
} as const;

export type IslandName = keyof typeof ISLANDS;

export interface Shown {
  readonly root: HTMLElement;
  /** What the server sent. */
  readonly html: string;
  /** Differences between the server's render and the first one here. */
  readonly faults: readonly string[];
  readonly platform: MemoryPlatform;
  readonly stores: Awaited<ReturnType<typeof loadStores>>;
  find<E extends HTMLElement = HTMLElement>(selector: string): E;
}

async function elementOf(name: IslandName) {
  const { load, props } = ISLANDS[name];
  return createElement((await load()) as ComponentType<object>, props);
}

const unmounts: (() => Promise<void>)[] = [];

/** Renders an island as the server does, without any saved value, and hydrates it as a browser does that has some. */
export async function showIsland(name: IslandName, platform = memoryPlatform()): Promise<Shown> {
  await loadStores(memoryPlatform());
  const html = renderToString(await elementOf(name));
  const stores = await loadStores(platform);
  const element = await elementOf(name);
  const root = document.createElement('astro-island');
  root.innerHTML = html;
  document.body.append(root);
  const faults: string[] = [];
  await act(async () => {
    const hydrated = hydrateRoot(root, element, { onRecoverableError: (error) => faults.push(String(error)) });
    unmounts.push(() => act(async () => hydrated.unmount()));
  });
  return { root, html, faults, platform, stores, find: (selector) => found(root, selector) };
}

function found<E extends HTMLElement>(root: HTMLElement, selector: string): E {
  const element = root.querySelector<E>(selector);
  if (!element) throw new Error(`There is no ${selector} in ${root.innerHTML}`);
  return element;
}

export async function clearStage(): Promise<void> {
  for (const unmount of unmounts.splice(0)) await unmount();
  document.body.replaceChildren();
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
}

export const click = (element: HTMLElement) => act(async () => element.click());

export const press = (target: EventTarget, key: string) =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

/** As a person who types: React listens to the input event and compares with the value it set itself. */
export const type = (field: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

export const focus = (element: HTMLElement) => act(async () => element.focus());

export const blur = (element: HTMLElement) => act(async () => element.blur());

/** Lets what is under way come to its end, code that is still being loaded included. */
export const settle = (ms = 20) =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
