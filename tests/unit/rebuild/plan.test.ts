import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { PublicBrand } from '#src/brand/public.ts';
import type { Book } from '#src/contract/entities/book.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { inputsOf, loadPage, type PlanContext, planPages } from '#src/rebuild/plan.ts';
import { draftPlan } from '#src/rebuild/plan-database.ts';
import { fingerprintOf } from '#src/rebuild/plan-stage.ts';
import { createPaths } from '#src/routes/paths.ts';
import { bookCard } from '#src/view-models/card.ts';
import type { Source } from '#src/view-models/source.ts';
import { tagView } from '#src/view-models/tag.ts';
import type { PageRef, ReleaseView } from '#src/view-models/view.ts';
import { makeBook, memorySource } from '../../helpers/memory-source.ts';

const brand = { id: 'any', appName: 'Any', css: '/_brand/a.css' } as PublicBrand;
const edition = (code: 'en' | 'es') => ({
  site: { brand, locale: LOCALES[code], paths: createPaths(code) },
  source: {} as Source,
});

const load = vi.fn<ReleaseView<unknown>['load']>(({ params }) => ({
  status: 'ok',
  model: { letter: params['letter'] },
}));
const view: ReleaseView<unknown> = {
  kind: 'letter',
  *paths(_source, { paths }) {
    for (const letter of ['A', 'B'])
      yield {
        kind: 'letter',
        path: paths.letter(letter),
        params: { letter },
        page: 1,
        identities: [`letter:${letter}`],
      };
  },
  load,
};

const context = (change: Partial<PlanContext> = {}): PlanContext => ({
  editions: [edition('en')],
  views: [view],
  common: undefined,
  previous: () => undefined,
  previousListing: () => undefined,
  ...change,
});

const pagesOf = (given: PlanContext) => [...planPages(given)].flatMap((one) => ('listing' in one ? [] : [one]));
const planned = (given: PlanContext) => pagesOf(given).map(({ ref, reason }) => [ref.path, reason]);

describe('planPages', () => {
  it('walks every view of every edition', () => {
    const both = context({ editions: [edition('en'), edition('es')] });
    expect(planned(both).map(([path]) => path)).toEqual([
      '/hotnovels/A/1',
      '/hotnovels/B/1',
      '/es/hotnovels/A/1',
      '/es/hotnovels/B/1',
    ]);
  });

  it('loads no model where every page is rendered anyway', () => {
    load.mockClear();
    expect(planned(context({ common: 'bundle' })).map(([, reason]) => reason)).toEqual(['bundle', 'bundle']);
    expect(load).not.toHaveBeenCalled();
  });

  it('keeps the pages whose version is the previous one, without a model, and is unsure of the others', () => {
    load.mockClear();
    const versioned = { ...view, version: ({ params }: { params: PageRef['params'] }) => `of ${params['letter']}` };
    const previous = () => ({ inputs: '', version: 'of A' });
    expect(planned(context({ views: [versioned], previous }))).toEqual([
      ['/hotnovels/A/1', undefined],
      ['/hotnovels/B/1', 'unsure'],
    ]);
    expect(load).not.toHaveBeenCalled();
  });

  it('is unsure of every page of a view without versions', () => {
    const previous = () => ({ inputs: '', version: '' });
    expect(planned(context({ previous })).map(([, reason]) => reason)).toEqual(['unsure', 'unsure']);
  });
});

describe('a listing', () => {
  const slow = { id: 3, name: 'Slow', genre_id: null, updated_at: '2026-01-01T00:00:00Z' };
  const books = Array.from({ length: 30 }, (_, at) => makeBook(at + 5, { tags: [{ id: 3, name: 'Slow' }] }));
  const given = (change: Partial<PlanContext> = {}) => {
    const source = memorySource({ books, tags: [slow] });
    return context({ editions: [{ ...edition('en'), source }], views: [tagView], ...change });
  };
  const listingsOf = (of: PlanContext) => [...planPages(of)].flatMap((one) => ('listing' in one ? [one] : []));
  const [{ version = '' } = {}] = listingsOf(given());
  const known = { previous: () => ({ inputs: '', version: '' }), previousListing: () => version };

  it('is kept whole where it has the version it had, and none of its pages is gone through', () => {
    const [listing, ...others] = [...planPages(given(known))];
    expect(others).toEqual([]);
    expect(listing).toMatchObject({ isKept: true, listing: { first: { path: '/tags/3/Slow' }, pages: 2 } });
  });

  it('is gone through by its pages where its version is another, or the release before knows none', () => {
    for (const previousListing of [() => 'other', () => undefined])
      expect(pagesOf(given({ ...known, previousListing })).map(({ ref }) => [ref.page, ref.listing])).toEqual([
        [1, '/tags/3/Slow'],
        [2, '/tags/3/Slow'],
      ]);
  });

  it('is gone through where every page is rendered, or some are asked for', () => {
    expect(planned(given({ ...known, common: 'full' }))).toHaveLength(2);
    expect(planned(given({ ...known, asked: () => true })).map(([, reason]) => reason)).toEqual(['full', 'full']);
  });

  it('has the same version as long as nothing on its pages is another', () => {
    const versionOf = (change: Parameters<typeof memorySource>[0]) =>
      listingsOf(given({ editions: [{ ...edition('en'), source: memorySource(change) }] })).map((one) => one.version);
    expect(versionOf({ books, tags: [slow] })).toEqual([version]);
    const [first = makeBook(0), ...rest] = books;
    for (const change of [
      { books: [{ ...first, title: 'Another' }, ...rest], tags: [slow] },
      { books: [...rest, first], tags: [slow] },
      { books: rest, tags: [slow] },
      { books, tags: [{ ...slow, name: 'Slower' }] },
      { books, tags: [slow], filtered: [] },
    ])
      expect(versionOf(change)).not.toEqual([version]);
  });
});

describe('the order of rendering', () => {
  it('has pages together that show the same books', () => {
    const near = {
      ...view,
      nearness: ({ params }: { params: PageRef['params'] }) => (params['letter'] === 'A' ? 8 : 7),
    };
    const both = context({ editions: [edition('en'), edition('es')], views: [near], common: 'first' });
    const file = join(mkdtempSync(join(tmpdir(), 'lectern-plan-')), 'plan.db');
    const plan = draftPlan(file, { pages: planPages(both), editions: both.editions, previous: undefined }).finish();
    const order = Array.from(plan.jobs(), ({ ref }) => ref.path);
    plan.close();
    rmSync(dirname(file), { recursive: true });
    expect(order).toEqual(['/hotnovels/B/1', '/es/hotnovels/B/1', '/hotnovels/A/1', '/es/hotnovels/A/1']);
  });

  it('goes by the first book of a list, the same for all its pages', () => {
    const books = Array.from({ length: 30 }, (_, at) => makeBook(at + 5, { tags: [{ id: 3, name: 'Slow' }] }));
    const { site } = edition('en');
    const source = memorySource({
      books,
      tags: [{ id: 3, name: 'Slow', genre_id: null, updated_at: '2026-01-01T00:00:00Z' }],
    });
    const refs = [...tagView.paths(source, site)];
    expect(refs.map((ref) => tagView.nearness?.(ref, source, site))).toEqual([5, 5]);
  });
});

describe('loadPage', () => {
  it('names the page that its view has no model for', () => {
    load.mockReturnValueOnce({ status: 'missing' });
    const [page] = pagesOf(context({ common: 'first' }));
    expect(() => page && loadPage(context(), page)).toThrow(
      '/hotnovels/A/1 could not be rendered: its letter view finds it missing',
    );
  });
});

describe('inputsOf', () => {
  it('depends on every value and on the kind', () => {
    const hashes = [
      inputsOf('home', { a: 1 }),
      inputsOf('home', { a: 2 }),
      inputsOf('home', { a: '1' }),
      inputsOf('genres', { a: 1 }),
    ];
    expect(new Set(hashes).size).toBe(4);
  });

  it('depends on what the cards show, whichever objects they are', () => {
    const of = (...books: Book[]) =>
      inputsOf('tag', { books: books.map((book) => bookCard(book, edition('en').site)) });
    expect(of(makeBook(1), makeBook(2))).toBe(of(makeBook(1), makeBook(2)));
    const others = [of(makeBook(1)), of(makeBook(2), makeBook(1)), of(makeBook(1), makeBook(2, { title: 'Other' }))];
    expect(new Set([of(makeBook(1), makeBook(2)), ...others]).size).toBe(4);
  });
});

describe('fingerprintOf', () => {
  it.each(Object.keys(brand))('changes with %s', (field) => {
    expect(fingerprintOf({ ...brand, [field]: 'another' })).not.toBe(fingerprintOf(brand));
  });
});
