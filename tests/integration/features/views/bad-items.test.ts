import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NovelModel, SearchModel } from '#src/shell/page/models.ts';
import { type RequestPages, requestPages } from '../../../helpers/request-pages.ts';
import { type ScriptedServer, send, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { book, chapter, startApi, type TestApi } from '../../api/fixture.ts';

interface Listed {
  items: Record<string, unknown>[];
}

let api: TestApi;
let upstream: ScriptedServer;
let pages: RequestPages;

/** Makes one item invalid in the responses to two calls. */
function corruptItem(path: string, data: Listed & { books: Listed }): void {
  const chapterTwo = path.endsWith('/book.chapters') ? data.items[1] : undefined;
  if (chapterTwo) chapterTwo['id'] = 'two';
  const hit = path.endsWith('/search.multi') ? data.books.items[0] : undefined;
  if (hit) hit['title'] = undefined;
}

beforeAll(async () => {
  api = await startApi(async (writer) => {
    const chapters = [chapter('One'), chapter('Two'), chapter('Three')];
    for (const name of ['First', 'Second', 'Third'])
      await writer.putBook(book(name, { title: `Dragon ${name}`, category: 'Fantasy', chapters }));
  });
  upstream = await startScriptedServer(async (response, { path, query, method, body }) => {
    const answer = await fetch(`${api.address}${path}?${new URLSearchParams(query)}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' ? { body } : {}),
    });
    const json = await answer.json();
    if (json.success === 1) corruptItem(path, json.data);
    send(response, answer.status, json);
  });
  pages = await requestPages(upstream.origin, '/public');
});
afterAll(async () => {
  await pages.close();
  await upstream.close();
  await api.close();
});

it('a search omits a result without a title and logs it', async () => {
  const { groups } = await pages.model<SearchModel>('/search/result/dragon');
  const titles = groups.find(({ kind }) => kind === 'books')?.books.map(({ title }) => title);
  expect(titles).toEqual([expect.stringContaining('Dragon'), expect.stringContaining('Dragon')]);
  expect(pages.lines.join('\n')).toMatch(
    /"leftOut":1,.*1 item is left out: data\.books\.items\.0\.title is missing \(id 1\)/,
  );
});

it('a novel omits a chapter with an invalid id and logs it', async () => {
  const { chapters } = await pages.model<NovelModel>('/novel/1/Fantasy/Dragon-First');
  expect(chapters.map(({ title }) => title)).toEqual(['One', 'Three']);
  expect(pages.lines.join('\n')).toContain(
    '1 item is left out: data.items.1.id is \\"two\\", expected number (id two)',
  );
});
