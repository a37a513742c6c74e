import { act, type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { vi } from 'vitest';
import { textsOfIsland } from '../../../helpers/island-texts.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from '../state/memory-platform.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

/** Keys of texts that an island uses but its page does not pass. */
export const missingTexts = new Set<string>();

/** The texts that a page passes. Records keys of missing texts. Plural forms fall back to each other. */
function recordingMissing(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return new Proxy(texts, {
    get(target, key) {
      const text = typeof key === 'string' ? target[key] : undefined;
      const exists = text !== undefined || String(key).includes('_') || `${String(key)}_other` in target;
      if (!exists) missingTexts.add(String(key));
      return text;
    },
  });
}

const page = { locale: 'en', apiPrefix: '/freenovel_api' } as const;

const PICTURES = { emptyImage: '/_brand/empty.svg', defaultCover: '/_brand/cover.svg' } as const;

export const BOOK = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };
const COVER = { url: '/freenovel_api/media/covers/4.webp', widths: [160], tone: 3 };

/** Every island, with the props that its page passes. */
export const ISLANDS = {
  search: {
    load: async () => (await import('#src/features/search/island/SearchBox.tsx')).SearchBox,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('search/island/SearchBox'));
      },
      word: '',
      all: false,
      locales: ['en', 'es'],
    },
  },
  reader: {
    load: async () => (await import('#src/features/reader/island/ReaderControls.tsx')).ReaderControls,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('reader/island/ReaderControls'));
      },
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
    load: async () => (await import('#src/features/book/island/BookActions.tsx')).BookActions,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('book/island/BookActions'));
      },
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
    load: async () => (await import('#src/features/book/island/HideTags.tsx')).HideTags,
    props: { ...page, texts: {}, label: 'Never show', tags: [{ id: 7, name: 'Wolves' }] },
  },
  share: {
    load: async () => (await import('#src/features/sharing/island/ShareButton.tsx')).ShareButton,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('sharing/island/ShareButton'));
      },
      kind: 'help',
      id: 7,
      title: 'Moon',
      path: '/invited-to-help/4/7',
      address: 'https://www.freenovel.example/invited-to-help/4/7',
    },
  },
  history: {
    load: async () => (await import('#src/features/library/island/YourBooks.tsx')).YourBooks,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('library/island/YourBooks'));
      },
      defaultCover: '/_brand/cover.svg',
      emptyImage: '/_brand/empty.svg',
      termsHref: '/myinfo/teams_of_services',
      accounts: true,
    },
  },
  notebook: {
    load: async () => (await import('#src/features/notebook/island/Notebook.tsx')).Notebook,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('notebook/island/Notebook'));
      },
      ...PICTURES,
      accounts: true,
    },
  },
  login: {
    load: async () => (await import('#src/features/sign-in/island/LoginForm.tsx')).LoginForm,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('sign-in/island/LoginForm'));
      },
      termsHref: '/myinfo/teams_of_services',
    },
  },
  account: {
    load: async () => (await import('#src/features/account/island/AccountPage.tsx')).AccountPage,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('account/island/AccountPage'));
      },
      child: null,
      ...PICTURES,
    },
  },
  unlock: {
    load: async () => (await import('#src/features/unlock/island/Unlock.tsx')).Unlock,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('unlock/island/Unlock'));
      },
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
    load: async () => (await import('#src/features/account/island/AccountPage.tsx')).AccountPage,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('account/island/AccountPage'));
      },
      child: 'myLocked',
      ...PICTURES,
    },
  },
  help: {
    load: async () => (await import('#src/features/help-event/island/HelpButton.tsx')).HelpButton,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('help-event/island/HelpButton'));
      },
      activeId: 7,
      inviter: 'Maya',
      title: 'Moon',
      canHelp: true,
      event: { state: 'open', helped: 1, needed: 5, expires_at: '2027-01-01T00:00:00Z' },
    },
  },
  campaign: {
    load: async () => (await import('#src/features/campaign/island/CampaignBook.tsx')).CampaignBook,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('campaign/island/CampaignBook'));
      },
      defaultCover: '/_brand/cover.svg',
    },
  },
  translator: {
    load: async () => (await import('#src/features/translators/island/TranslatorForm.tsx')).TranslatorForm,
    props: {
      ...page,
      get texts() {
        return recordingMissing(textsOfIsland('translators/island/TranslatorForm'));
      },
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

export interface ShownIsland {
  readonly root: HTMLElement;
  /** HTML from the server. */
  readonly html: string;
  /** Differences between the server's render and the first client render. */
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

/** Renders an island as on the server, without stored values, and hydrates it as in a browser with stored values. */
export async function showIsland(name: IslandName, platform = memoryPlatform()): Promise<ShownIsland> {
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
  return { root, html, faults, platform, stores, find: (selector) => findElement(root, selector) };
}

function findElement<E extends HTMLElement>(root: HTMLElement, selector: string): E {
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

/** Types like a user: React listens to the input event and compares the value with the value that it set. */
export const type = (field: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

export const focus = (element: HTMLElement) => act(async () => element.focus());

export const blur = (element: HTMLElement) => act(async () => element.blur());

/** Waits for pending work, including code that is still loading. */
export const settle = (ms = 20) =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
