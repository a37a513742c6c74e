import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerClient } from '#src/contract/client/client.server.ts';
import { type AnyCall, REQUIRED_CALLS } from '#src/contract/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import { createPaths } from '#src/routes/paths.ts';
import { done, type RunningServer, serve } from '../../helpers/commands.ts';
import { ask } from '../../helpers/http.ts';
import { LANGUAGE_BRANDS, LANGUAGE_PREFIX, type LanguageApi, startLanguageApi } from '../../helpers/language-api.ts';
import { nameOf, type RecordingUpstream, startRecordingUpstream } from '../../helpers/recording-upstream.ts';
import type { SeenRequest } from '../../helpers/scripted-server.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

/** The parameters for each language (docs/product.md), and whether a POST sends them in its query or body. */
const PLACES = [
  { code: 'en', section: 7, lang: 'en-us', post: 'body' },
  { code: 'es', section: 9, lang: 'es-ES', post: 'body' },
  { code: 'vn', section: 15, lang: 'vi-VN', post: 'query' },
  { code: 'id', section: 11, lang: 'id-ID', post: 'query' },
] as const satisfies readonly { code: LocaleCode; section: number; lang: string; post: 'body' | 'query' }[];
type Place = (typeof PLACES)[number];

/** Headers of an anonymous call (docs/product.md, section 7). HTTP strips the trailing space after `Bearer`. */
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: 'Bearer',
  'device-uuid': '',
  'x-app-version': '1.0.0',
  'user-agent': 'pc',
  ua: 'wap',
};

/** The twelve required calls (docs/use/contract.md). */
const TWELVE = [
  ['GET', 'author.home'],
  ['GET', 'banner.index'],
  ['GET', 'book.chapters'],
  ['GET', 'recommend.index3'],
  ['GET', 'recommend.tag_group_list'],
  ['GET', 'bookRank.list'],
  ['GET', 'bookRank.book_list'],
  ['GET', 'book.show'],
  ['GET', 'seo.keywords.page'],
  ['POST', 'search.multi'],
  ['GET', 'seo.book_tags'],
  ['GET', 'event.inviteActivityHelpPage'],
] as const;

let api: LanguageApi;
let recorder: RecordingUpstream;
let state: TestState;
let site: RunningServer;

const environment = () => ({
  LECTERN_STATE: state.folder,
  LECTERN_UPSTREAM: recorder.origin,
  LECTERN_BRANDS: LANGUAGE_BRANDS,
});

beforeAll(async () => {
  api = await startLanguageApi(PLACES.map(({ section }) => section));
  recorder = await startRecordingUpstream(api.origin);
  state = await testState();
  await done('rebuild', ['--brand', 'polyglot'], environment());
  site = await serve('site', [], environment());
  for (const place of PLACES) await (place.code === 'id' ? callAll(place) : walk(place));
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await state?.remove();
  await recorder?.close();
  await api?.close();
});

function contentOf({ section }: Place) {
  const content = api.sections.get(section);
  if (!content) throw new Error(`Section ${section} is empty.`);
  return content;
}

/** Opens a page of every kind that is rendered on request. */
async function walk(place: Place): Promise<void> {
  const { book, event } = contentOf(place);
  const paths = createPaths(place.code);
  const open = async (path: string): Promise<string> => {
    const { status, text, headers } = await ask(site.port, 'polyglot.localhost', path);
    if (status >= 300 && status < 400) return open(headers.location ?? '');
    expect({ path, status }).toEqual({ path, status: 200 });
    return text;
  };
  const novel = await open(paths.novel(book));
  expect(novel).toContain(book.title);
  await open(/href="([^"]*\/author\/[^"]+)"/.exec(novel)?.[1] ?? 'no author');
  await open(paths.activeNovel(book));
  expect(await open(paths.readerEntry(book.id))).toContain(`One of ${place.section}-0.`);
  expect(await open(paths.searchResult(book.title))).toContain(book.title);
  await open(paths.help(book.id, event));
}

/** Calls the client directly, because the brand does not have this locale. */
async function callAll(place: Place): Promise<void> {
  const { book, event } = contentOf(place);
  const params = {
    book_id: book.id,
    author_id: 1,
    type: 'hot',
    id: 1,
    ranking_id: 1,
    keyword: 'tale',
    active_id: event,
  };
  const client = createServerClient({ origin: recorder.origin, prefix: LANGUAGE_PREFIX, log: silentLog });
  for (const call of REQUIRED_CALLS) await client.call<AnyCall>(call, params, { locale: LOCALES[place.code] });
  await client.close();
}

const bodyOf = ({ body }: SeenRequest): Record<string, unknown> => (body === '' ? {} : JSON.parse(body));
const seenBy = ({ section }: Place) =>
  recorder.seen.filter((request) => Number(request.query['section'] ?? bodyOf(request)['section']) === section);
const isCall = ({ path }: SeenRequest) => path.includes('/v1/');

describe.each(PLACES)('the API client in $code', (place) => {
  it.each(TWELVE)(
    'uses the method %s for the required call %s, and sends section and lang where the contract requires them',
    (method, name) => {
      const calls = seenBy(place).filter((request) => nameOf(request) === name);
      expect(calls.length).toBeGreaterThan(0);
      for (const { query, body, ...call } of calls) {
        expect(call).toMatchObject({ method, path: `/polyglot_api/v1/${name}` });
        const placement = method === 'GET' ? 'query' : place.post;
        const { section, lang } = place;
        if (placement === 'query') expect(query).toMatchObject({ section: String(section), lang });
        else expect(JSON.parse(body)).toMatchObject({ section, lang });
        if (method === 'GET') expect(body).toBe('');
        else expect(Object.keys(placement === 'query' ? JSON.parse(body) : query)).not.toContain('section');
      }
    },
  );
});

describe('every upstream call made by a rebuild or by a page rendered on request', () => {
  it('has the headers required by the contract and the API prefix of the brand', () => {
    const calls = recorder.seen.filter(isCall);
    expect(calls.length).toBeGreaterThan(100);
    for (const { headers, path } of calls) {
      expect(path).toMatch(/^\/polyglot_api\/v1\/[\w.]+$/);
      expect(headers).toMatchObject(HEADERS);
    }
  });

  it('uses the section and language of one of the four tested locales', () => {
    const calls = PLACES.flatMap(seenBy);
    expect(calls).toHaveLength(recorder.seen.filter(isCall).length);
  });
});

describe('an upstream that responds with 503 once during a rebuild', () => {
  it('is called again after 1000 ms, and the rebuild continues', async () => {
    const before = recorder.seen.length;
    recorder.failOnce('seo.book_tags');
    await done('rebuild', ['--brand', 'polyglot'], environment());
    const tags = recorder.seen.slice(before).filter((request) => nameOf(request) === 'seo.book_tags');
    const [first] = tags;
    const [, again, ...more] = tags.filter(({ query }) => isDeepStrictEqual(query, first?.query));
    expect(more).toEqual([]);
    expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
  });
});
