import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle, type LoadedSite, loadSite } from '#src/publish/bundle/index.ts';
import type { Source } from '#src/shell/page/source.ts';
import { FOREIGN, foreignBooks, foreignChapters, foreignDetail, foreignTag } from '../../helpers/foreign-books.ts';
import { makeGenre, makeKeyword, memorySource, testSite } from '../../helpers/memory-source.ts';
import { startScriptedServer } from '../../helpers/scripted-server.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';
import { misplacedTexts } from '../../helpers/text-languages.ts';
import { bundledBrands } from './brand-pages.ts';

const ROOT = join(import.meta.dirname, '../../..');

const tags = FOREIGN.map((_, index) => foreignTag(index));
const catalogue = memorySource({
  books: foreignBooks,
  tags,
  genres: [makeGenre(1, 'Romance', tags)],
  keywords: FOREIGN.map(({ series }, index) => makeKeyword(index + 1, series)),
  categories: [{ name: 'Romance', subs: [] }],
  rankings: [{ type: 'popular', name: 'Popular', items: [{ id: 1, name: 'All' }] }],
  shelves: (['row', 'ranked', 'pair', 'feature'] as const).map((style, index) => ({
    id: index + 1,
    name: FOREIGN[index]?.series ?? '',
    style,
    books: [...foreignBooks],
  })),
  whole: FOREIGN.map(({ html }, index) => {
    const chapters = foreignChapters(index);
    const [chapter] = chapters;
    if (!chapter) throw new Error('The book has no chapters.');
    return {
      novel: {
        book: foreignDetail(index),
        chapters,
        related: { author: foreignBooks, tag: foreignBooks },
        editions: [],
        readable: index !== 2,
      },
      first: { chapter, html, previousId: null, nextId: chapter.id + 1 },
    };
  }),
});
const banners = foreignBooks.map((book, index) => ({
  id: index + 1,
  title: book.title,
  subtitle: book.introduction,
  image: null,
  target: { kind: 'book', book },
  updated_at: book.updated_at,
}));
const source: Source = { ...catalogue, banners: () => banners as ReturnType<Source['banners']> };

let state: TestState;
let site: LoadedSite;
let brand: PublicBrand;

beforeAll(async () => {
  state = await testState();
  site = await loadSite(await ensureBundle({ root: ROOT, state: state.folder, log: silentLog }));
  const brands = await bundledBrands();
  brand = (brands.find((bundled) => bundled.brand.id === 'local') ?? raise()).brand;
}, 300_000);
afterAll(() => state.remove());

function raise(): never {
  throw new Error('There is no brand `local`.');
}

describe.each(PRERENDERED_VIEWS.map((view) => ({ kind: view.kind, view })))(
  'the pages of the kind "$kind"',
  ({ view }) => {
    it('mark only texts of books with their language and direction', async () => {
      const own = testSite('en', brand);
      const found: string[] = [];
      for (const ref of view.paths(source, own)) {
        const loaded = view.load(ref, source, own);
        if (loaded.status !== 'ok') continue;
        const answer = await site.render(new Request(brand.origin + ref.path), {
          brand,
          model: loaded.model as object,
        });
        const { document } = parseHTML(await answer.text());
        found.push(...misplacedTexts(document as unknown as Document).map((line) => `${ref.path}: ${line}`));
      }
      expect(found).toEqual([]);
    }, 120_000);
  },
);

describe('pages that are rendered on request', () => {
  const pageOf = <T>(items: readonly T[]) => ({ items, page: 1, page_size: 20, total: items.length });
  const found = {
    books: pageOf(foreignBooks),
    authors: pageOf([]),
    tags: pageOf(tags),
    keywords: pageOf([]),
    corrected: FOREIGN[0]?.title,
  };
  const eventOf = (book: (typeof foreignBooks)[number]) => ({
    id: 7,
    book,
    inviter: 'Maya',
    state: 'open',
    needed: 5,
    helped: 1,
    expires_at: '2027-01-01T00:00:00Z',
  });

  it.each(foreignBooks.map((book) => [book.language, book] as const))(
    'mark only texts of books with their language and direction, in %s',
    async (_language, book) => {
      const upstream = await startScriptedServer((response, { path }) => {
        const data = path.endsWith('search.multi') ? found : { event: eventOf(book) };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ success: 1, data, errors: [] }));
      });
      const { paths } = testSite('en', brand);
      for (const path of [paths.help(book.id, 7), paths.searchResult(book.title)]) {
        const request = new Request(brand.origin + path);
        const answer = await site.render(request, { brand, upstreamOrigin: upstream.origin });
        const html = await answer.text();
        expect([answer.status, html.includes(book.title)]).toEqual([200, true]);
        expect(misplacedTexts(parseHTML(html).document as unknown as Document)).toEqual([]);
      }
      await upstream.close();
    },
  );
});
