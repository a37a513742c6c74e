import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthorModel, HelpModel, NovelModel, ReaderModel, SearchModel } from '#src/shell/page/models.ts';
import { RECORDED, startMinimalUpstream } from '../../../helpers/minimal-upstream.ts';
import { type RequestPages, requestPages } from '../../../helpers/request-pages.ts';
import type { ScriptedServer } from '../../../helpers/scripted-server.ts';

let upstream: ScriptedServer;
let pages: RequestPages;

beforeAll(async () => {
  upstream = await startMinimalUpstream();
  pages = await requestPages(upstream.origin, '/public');
});
afterAll(async () => {
  await pages.close();
  await upstream.close();
});

const book = RECORDED.books[0] ?? expect.fail('no books were recorded');

describe('a site with only the twelve required calls', () => {
  it('shows a novel with its chapter list and similar books, and a link to the app', async () => {
    const model = await pages.model<NovelModel>(pages.site.paths.novel(book));
    expect(model.readable).toBe(false);
    expect(model.chapters.length).toBe(RECORDED.chapters[book.id]?.length);
    const similar = model.related.find(({ title }) => title === 'novel:similar')?.books ?? [];
    expect(similar.length).toBeGreaterThan(0);
    expect(similar.map((card) => card.id)).not.toContain(book.id);
  });

  it('shows the name of a chapter and links to the previous and next chapter, but shows no text', async () => {
    const [first, second] = RECORDED.chapters[book.id] ?? [];
    const model = await pages.model<ReaderModel>(pages.site.paths.reader(book.id, first?.id ?? 0));
    expect(model).toMatchObject({ html: null, chapter: { title: first?.title }, previousHref: null });
    expect(model.nextHref).toBe(pages.site.paths.reader(book.id, second?.id ?? 0));
    expect(await pages.open(`/book-reader/${book.id}/999999`)).toEqual({ status: 'missing' });
  });

  it('starts the reader at the first chapter', async () => {
    const to = pages.site.paths.reader(book.id, RECORDED.chapters[book.id]?.[0]?.id ?? 0);
    expect(await pages.open(`/book-reader/${book.id}`)).toEqual({ status: 'redirect', to, permanent: false });
  });

  it('shows authors, search results and help events', async () => {
    const author = await pages.model<AuthorModel>(pages.site.paths.author(book.author));
    expect(author.books.map((card) => card.title)).toContain(book.title);
    const search = await pages.model<SearchModel>(pages.site.paths.searchResult(book.title));
    expect(search.groups[0]?.books.map((card) => card.title)).toContain(book.title);
    expect((await pages.model<SearchModel>(pages.site.paths.search())).suggested.links.length).toBeGreaterThan(0);
    const event = RECORDED.events[1];
    const help = await pages.model<HelpModel>(pages.site.paths.help(event?.book ?? 0, event?.id ?? 0));
    expect(help.event.state).toBe('expired');
  });

  it('redirects a novel URL that contains only the name, after searching for the title', async () => {
    const name = pages.site.paths.novel(book).split('/').at(-1);
    const to = pages.site.paths.novel(book);
    expect(await pages.open(`/novel/${name}`)).toEqual({ status: 'redirect', to, permanent: true });
  });

  it('logs each missing call once', () => {
    const lines = pages.lines.filter((line) => line.includes('upstream lacks'));
    const names = lines.flatMap((line) => JSON.parse(line).calls ?? /lacks ([\w.]+)/.exec(line)?.[1]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['chapter.show', 'auth.login']));
  });
});
