import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, type ApiConfig, createApi, createWriter, type Store } from '#src/api/index.ts';
import type { NewBook, NewChapter, StoreWriter } from '#src/api/store/records.ts';
import { silentLog } from '#src/lib/log.ts';
import { openTestStore } from '../../helpers/test-store.ts';

export const NOW = new Date('2026-06-01T12:00:00Z');

const PREFIXES = [
  { prefix: '/public', brand: 'local' },
  { prefix: '/freenovel_api', brand: 'freenovel' },
];

export const chapter = (title: string, more: Partial<NewChapter> = {}): NewChapter => ({
  title,
  part: null,
  kind: 'chapter',
  html: `<p>Text of ${title}.</p>`,
  words: 900,
  price: null,
  updatedAt: '2026-02-01T00:00:00Z',
  ...more,
});

/** A book that needs no more than a key; its fingerprint follows from what is given. */
export function book(key: string, more: Partial<NewBook> = {}): NewBook {
  return {
    key,
    fingerprint: JSON.stringify(more),
    section: 7,
    title: `Title ${key}`,
    category: 'Fantasy',
    subCategory: null,
    author: { name: 'Ada Marsh', introduction: '' },
    genres: ['Fantasy'],
    tags: ['Dragons'],
    keywords: ['dragon rider'],
    status: 'finished',
    introduction: 'An introduction.',
    language: 'en-US',
    rating: 4.5,
    hot: 10,
    source: null,
    cover: { file: `covers/${key}.svg`, widths: [], tone: 3 },
    publishedAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
    chapters: [chapter('One'), chapter('Two')],
    ...more,
  };
}

export interface TestApi {
  readonly store: Store;
  readonly address: string;
  /** Writes in one transaction. */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** A GET under `/public`, unless the name begins with another prefix. */
  get(call: string, params?: Record<string, string | number>, headers?: Record<string, string>): Promise<Answer>;
  post(call: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** One look for new chapters to notify of. */
  notifyOfNewChapters(): Promise<void>;
  /** Sets the clock of writer and server. */
  setNow(now: Date): void;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every call; the server checks their form.
  readonly body: any;
}

/** A real server over a real store in a temporary folder; every answer is held against the contract. */
export async function startApi(
  fill: (writer: StoreWriter) => Promise<unknown> = async () => {},
  more: Partial<ApiConfig> = {},
): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-api-'));
  let now = NOW;
  const store = await openTestStore(folder);
  const write = async <T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> => {
    const writer = createWriter(store, { now: () => now });
    return writer.transaction(() => work(writer));
  };
  await write(fill);
  const api = createApi({
    store,
    prefixes: PREFIXES,
    media: store.media,
    log: silentLog,
    checkResponses: true,
    now: () => now,
    ...more,
  });
  const address = await api.listen(0);
  const url = (call: string) => new URL(call.startsWith('/') ? call : `/public/v1/${call}`, address);
  return {
    store,
    address,
    write,
    notifyOfNewChapters: api.notifyOfNewChapters,
    setNow(date) {
      now = date;
    },
    get(call, params = {}, headers = {}) {
      const target = url(call);
      for (const [name, value] of Object.entries(params)) target.searchParams.set(name, String(value));
      return ask(target, { headers });
    },
    post(call, body, headers = {}) {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      return ask(url(call), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...content,
      });
    },
    close: () => close(api, store, folder),
  };
}

async function ask(url: URL, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

async function close(api: Api, store: Store, folder: string): Promise<void> {
  await api.close();
  await store.close();
  await rm(folder, { recursive: true });
}

export const ids = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);
export const titles = (items: readonly { title: string }[]): string[] => items.map(({ title }) => title);
