import { afterEach, beforeEach, expect, it } from 'vitest';
import { liveId } from '#src/publish/release/index.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const KEY = 'key-of-the-brand-1';

let api: SmallApi;
let site: SmallRebuild;
let searchEngine: ScriptedServer;
let status: number;

beforeEach(async () => {
  status = 202;
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  searchEngine = await startScriptedServer((response) => response.writeHead(status).end());
});
afterEach(async () => {
  await searchEngine.close();
  await site.close();
  await api.close();
});

const run = (key: string | undefined, log = recordingLog().log) =>
  site.run({ mode: 'night' }, { indexNow: searchEngine.origin, log }, key === undefined ? {} : { indexNowKey: key });

const submissions = () => searchEngine.seen.map(({ body }) => JSON.parse(body));
const changeBook = () => api.write((writer) => writer.putBook(smallBook(2, { title: "Bo's & Co" })));

it('a rebuild does not submit pages to IndexNow if another brand owns the book', async () => {
  const change = { indexNowKey: KEY, prerender: { books: 'all' } } as const;
  const put = (introduction: string) =>
    api.write((writer) => writer.putBook({ ...smallBook(2, { introduction }), brands: ['tibok', 'freenovel'] }));
  await put('Old.');
  await site.run({ mode: 'night' }, { indexNow: searchEngine.origin }, change);
  await put('New.');
  await site.run({ mode: 'night' }, { indexNow: searchEngine.origin }, change);
  const paths: string[] = submissions()[0].urlList.map((url: string) => new URL(url).pathname);
  expect(paths).toContain('/tags/5/tag-2');
  expect(paths.filter((path) => /^\/(novel|book-reader)\/3\//.test(path))).toEqual([]);
});

it('a rebuild submits exactly the changed URLs to IndexNow', async () => {
  await run(KEY);
  expect(submissions()).toEqual([]);
  await changeBook();
  await run(KEY);
  const [call, ...more] = submissions();
  expect(more).toEqual([]);
  const host = site.brand.hosts[0];
  expect(call).toMatchObject({ host, key: KEY, keyLocation: `https://${host}/${KEY}.txt` });
  const paths: string[] = call.urlList.map((url: string) => url.replace(`https://${host}`, ''));
  expect(new Set(paths).size).toBe(paths.length);
  // The book's old and new URL, the URL of its author, and the URLs of the lists that it joined, left or stayed in.
  expect(paths.sort()).toEqual([
    '/',
    '/author/3/Author-2',
    '/becomeOurTranslator',
    '/category/Romance',
    '/genres/3/Fantasy',
    '/hotnovels',
    // Every letter page links to the new letter.
    ...['0', ...'ABEHLMOQW'].map((letter) => `/hotnovels/${letter}/1`),
    '/keywords/phrase-2/1',
    '/novel/3/Romance/Bo-s---Co',
    '/novel/3/Romance/Lantern-2',
    '/ranking/hot/1/1',
    '/secPage/1/For-you',
    '/tags/5/tag-2',
  ]);
  expect(livePage(site.folder, `${KEY}.txt`)).toBe(KEY);
});

it('a rebuild submits nothing to IndexNow if the brand has no key or nothing has changed', async () => {
  await run(undefined);
  await changeBook();
  await run(undefined);
  await run(KEY);
  expect(submissions()).toEqual([]);
});

it('a rebuild succeeds even if IndexNow fails, and logs the failure', async () => {
  const { release: first } = await run(KEY);
  await changeBook();
  status = 429;
  const { log, lines } = recordingLog();
  const { status: ended, release } = await run(KEY, log);
  expect(ended).toBe('published');
  expect(release).not.toBe(first);
  expect(liveId(site.folder)).toBe(release);
  expect(lines.join('\n')).toContain(
    'search engines were not notified of all changes of freenovel: IndexNow responded with status 429',
  );
});
