import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { done, type RunningServer, serve } from '../../helpers/commands.ts';
import { ask } from '../../helpers/http.ts';
import { answerMinimal, RECORDED, startMinimalUpstream } from '../../helpers/minimal-upstream.ts';
import { flat, type PlainPage, readPage } from '../../helpers/page-text.ts';
import type { ScriptedServer } from '../../helpers/scripted-server.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

const HOST = 'freenovel.localhost';
const paths = createPaths('en');

let upstream: ScriptedServer;
let state: TestState;
let site: RunningServer;
let rebuilt: string;

beforeAll(async () => {
  upstream = await startMinimalUpstream();
  state = await testState();
  const env = { LECTERN_STATE: state.folder, LECTERN_UPSTREAM: upstream.origin };
  rebuilt = (await done('rebuild', ['--brand', 'freenovel'], env)).stderr;
  site = await serve('site', [], env);
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await state?.remove();
  await upstream?.close();
});

async function open(path: string): Promise<PlainPage> {
  const { status, text } = await ask(site.port, HOST, path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return readPage(text);
}

function expectAll(page: PlainPage, texts: readonly string[]): void {
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(page.text).toContain(flat(text));
}

const titlesOf = (ids: readonly number[]) =>
  RECORDED.books.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
const [book] = RECORDED.books;
if (!book) throw new Error('The recording holds no book.');

/** Titles of everything that the upstream's search finds. */
function titlesFound(keyword: string): string[] {
  const body = JSON.stringify({ keyword, page_size: 200 });
  const answer = answerMinimal({ method: 'POST', path: '/any/v1/search.multi', query: {}, body });
  const { data }: { data: { books: { items: { title: string }[] } } } = JSON.parse(answer.body);
  return data.books.items.map(({ title }) => title);
}

describe('prerendered pages with only the twelve required calls', () => {
  it('include a home page with every shelf and its books', async () => {
    const home = await open('/');
    for (const { name, books } of RECORDED.shelves) expectAll(home, [name, ...titlesOf(books.slice(0, 3))]);
  });

  it('include a genre menu, all tags and all keywords', async () => {
    expectAll(
      await open(paths.genres()),
      RECORDED.genres.map(({ name }) => name),
    );
    expectAll(
      await open(paths.tags()),
      RECORDED.tags.map(({ name }) => name),
    );
    const withBooks = RECORDED.keywords.filter(({ name }) => titlesFound(name).length > 0);
    expectAll(
      await open(paths.keywords()),
      withBooks.map(({ name }) => name),
    );
  });

  it('include rankings with their books', async () => {
    for (const { type, items } of RECORDED.rankings) {
      for (const { id, name, books } of items) {
        expectAll(await open(paths.ranking(type, id)), [name, ...titlesOf(books.slice(0, 20))]);
      }
    }
  });

  it.each([
    ['genres', RECORDED.genres, paths.genre],
    ['tags', RECORDED.tags, paths.tag],
    ['keywords', RECORDED.keywords.filter(({ name }) => titlesFound(name).length > 0), paths.keyword],
  ] as const)('list the search results for the names of %s', async (_kind, items, pathOf) => {
    for (const item of items.slice(0, 4)) expectAll(await open(pathOf(item)), titlesFound(item.name).slice(0, 20));
  });
});

describe('pages rendered on request with only the twelve required calls', () => {
  const chapters = RECORDED.chapters[book.id] ?? [];

  it('include a novel with its chapter list and a link to the app', async () => {
    const novel = await open(paths.novel(book));
    expectAll(novel, [book.title, book.author.name, ...chapters.map(({ title }) => title)]);
    expect(novel.links).toContain(`freenovel://novel/${book.id}`);
  });

  it('include an author with their books', async () => {
    const own = RECORDED.books.filter(({ author }) => author.id === book.author.id);
    expectAll(await open(paths.author(book.author)), [book.author.name, ...own.map(({ title }) => title)]);
  });

  it('include a help event', async () => {
    for (const { id, book: eventBook, inviter } of RECORDED.events)
      expectAll(await open(paths.help(eventBook, id)), [inviter, ...titlesOf([eventBook])]);
  });

  it('include search result pages', async () => {
    expectAll(await open(paths.searchResult(book.title)), [book.title]);
    expectAll(await open(paths.searchMore(book.author.name)), titlesFound(book.author.name).slice(0, 20));
  });

  it('link from a chapter to the app', async () => {
    const [chapter] = chapters;
    const reader = await open(paths.reader(book.id, chapter?.id ?? 0));
    expectAll(reader, [chapter?.title ?? '', book.title]);
    const apps = reader.links.filter((href) => /^(freenovel:|https:\/\/(apps\.apple|play\.google)\.com\/)/.test(href));
    expect(apps).toHaveLength(3);
  });
});

describe('a site whose upstream does not support sign-in', () => {
  it('has no link to the sign-in page', async () => {
    for (const path of ['/', paths.genres(), paths.history(), paths.myinfo(), paths.novel(book), paths.search()]) {
      const page = await open(path);
      expect(page.navigation).not.toMatch(/sign.?in|account/i);
      expect(page.links.filter((href) => href.startsWith(paths.login()))).toEqual([]);
    }
  });

  it('returns 404 for the sign-in page and for pages that need an account', async () => {
    for (const path of [paths.login(), paths.myinfo('rechargeList')])
      expect((await ask(site.port, HOST, path)).status).toBe(404);
  });

  it('still links to pages that need no account in the "Mine" menu', async () => {
    const links = (await open(paths.myinfo())).links;
    for (const path of [paths.history(), paths.myinfo('teams_of_services'), paths.myinfo('privacyPolicy')])
      expect(links).toContain(path);
  });
});

describe('the log of a site and rebuild with only the twelve required calls', () => {
  /** Names of the calls in the lines about missing calls. A line may name several. */
  const absent = (log: string) =>
    log
      .split('\n')
      .filter((line) => line.includes('upstream lacks'))
      .flatMap((line): string[] => JSON.parse(line).calls ?? /lacks ([\w.]+)/.exec(line)?.slice(1) ?? [])
      .toSorted();

  it('contains each missing call once per rebuild', () => {
    const missing = absent(rebuilt);
    expect(missing).toEqual(expect.arrayContaining(['auth.login', 'book.list']));
    expect(new Set(missing).size).toBe(missing.length);
  });

  it('contains each call that the upstream of a brand lacks once, even if several render threads notice it', async () => {
    await open(paths.novel(book));
    const optional = CALLS.filter(({ required }) => !required).map(({ name }) => name);
    const lines = site.log().split('\n');
    const missing = absent(lines.filter((line) => line.includes('"prefix":"/freenovel_api"')).join('\n'));
    expect(missing).toEqual(optional.toSorted());
  });
});
