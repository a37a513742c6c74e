import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, type ApiConfig, createApi, createWriter, type Store } from '#src/api/index.ts';
import type { NewBook, NewChapter, StoreWriter } from '#src/api/store/records.ts';
import { silentLog } from '#src/lib/log.ts';
import { openTestStore } from '../../helpers/test-store.ts';

export const NOW = new Date('2026-06-01T12:00:00Z');

const PREFIXES = [
  { prefix: '/public', brand: 'local', livingLists: true },
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

/** Returns a book with default fields, except those in `more`, which also determine the fingerprint. */
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

/** An API with a store of its own. */
export interface OpenApi {
  readonly store: Store;
  /** Runs `work` in a transaction of the store's writer. */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** Sends a GET under the prefix `/public`, or to the path `call` if it begins with a slash. */
  get(call: string, params?: Record<string, string | number>, headers?: Record<string, string>): Promise<Answer>;
  post(call: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Notifies followers of new chapters, once. */
  notifyOfNewChapters(): Promise<void>;
  /** Sets the clocks of the writer and the server. */
  setNow(now: Date): void;
  close(): Promise<void>;
}

export interface TestApi extends OpenApi {
  readonly address: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the data of many calls; the server checks it against the contract.
  readonly body: any;
}

type Fill = (writer: StoreWriter) => Promise<unknown>;
interface ApiRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}
type Ask = (path: string, request: ApiRequest) => Promise<Answer>;

/** Starts an API server with a store in a temporary folder. The server checks every response against the contract. */
export async function startApi(fill?: Fill, more?: Partial<ApiConfig>): Promise<TestApi> {
  let address = '';
  const opened = await open(fill, more, async (api) => {
    address = await api.listen(0);
    return (path, request) => askServer(address + path, request);
  });
  return { ...opened, address };
}

/** Opens the same API without a server: requests are handled in this process. */
export const openApi = (fill?: Fill, more?: Partial<ApiConfig>): Promise<OpenApi> =>
  open(fill, more, async (api) => (path, request) => askInProcess(api, path, request));

async function open(
  fill: Fill = async () => {},
  more: Partial<ApiConfig> = {},
  begin: (api: Api) => Promise<Ask>,
): Promise<OpenApi> {
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
  const ask = await begin(api);
  const pathOf = (call: string) => (call.startsWith('/') ? call : `/public/v1/${call}`);
  return {
    store,
    write,
    notifyOfNewChapters: api.notifyOfNewChapters,
    setNow(date) {
      now = date;
    },
    get(call, params = {}, headers = {}) {
      const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
      return ask(query.size === 0 ? pathOf(call) : `${pathOf(call)}?${query}`, { headers });
    },
    post(call, body, headers = {}) {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      return ask(pathOf(call), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...content,
      });
    },
    close: () => close(api, store, folder),
  };
}

async function askServer(address: string, request: ApiRequest): Promise<Answer> {
  const response = await fetch(address, request);
  return answerOf(response.status, response.headers, await response.text());
}

async function askInProcess(
  api: Api,
  url: string,
  { method = 'GET', headers, body = '' }: ApiRequest,
): Promise<Answer> {
  const response = await api.inject({ url, method, headers, payload: body });
  const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return answerOf(response.statusCode, new Headers(pairs), response.payload);
}

const answerOf = (status: number, headers: Headers, text: string): Answer => ({
  status,
  headers,
  body: text === '' ? undefined : JSON.parse(text),
});

async function close(api: Api, store: Store, folder: string): Promise<void> {
  await api.close();
  await store.close();
  await rm(folder, { recursive: true });
}

export const ids = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);
export const titles = (items: readonly { title: string }[]): string[] => items.map(({ title }) => title);
