import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Book } from '#src/contract/entities/book.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { tagView } from '#src/features/listing/views/tag.ts';
import { brandFingerprint } from '#src/publish/plan/build-key.ts';
import { hashModel, loadModelHash, loadPage, type PlanContext, planPages, versionOf } from '#src/publish/plan/plan.ts';
import { draftPlan } from '#src/publish/plan/plan-database.ts';
import { createPaths } from '#src/routes/paths.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { PageRef, PrerenderedView } from '#src/shell/page/view.ts';
import { makeBook, memorySource } from '../../../helpers/memory-source.ts';

const brand = { id: 'any', appName: 'Any', css: '/_brand/a.css' } as PublicBrand;
const localizedSite = (code: 'en' | 'es') => ({
  site: { brand, locale: LOCALES[code], paths: createPaths(code) },
  source: {} as Source,
});

const load = vi.fn<PrerenderedView<unknown>['load']>(({ params }) => ({
  status: 'ok',
  model: { letter: params['letter'] },
}));
const view: PrerenderedView<unknown> = {
  kind: 'letter',
  *paths(_source, { paths }) {
    for (const letter of ['A', 'B'])
      yield {
        kind: 'letter',
        path: paths.letter(letter),
        params: { letter },
        page: 1,
        aliases: [`letter:${letter}`],
      };
  },
  load,
};

const context = (change: Partial<PlanContext> = {}): PlanContext => ({
  sites: [localizedSite('en')],
  views: [view],
  siteReason: undefined,
  previousPage: () => undefined,
  previousListingVersion: () => undefined,
  ...change,
});

const pagesOf = (options: PlanContext) => [...planPages(options)].flatMap((one) => ('listing' in one ? [] : [one]));
const planned = (options: PlanContext) => pagesOf(options).map(({ ref, reason }) => [ref.path, reason]);

describe('planPages', () => {
  it('yields the pages of every view in every language', () => {
    const both = context({ sites: [localizedSite('en'), localizedSite('es')] });
    expect(planned(both).map(([path]) => path)).toEqual([
      '/hotnovels/A/1',
      '/hotnovels/B/1',
      '/es/hotnovels/A/1',
      '/es/hotnovels/B/1',
    ]);
  });

  it('loads no models if every page must be rendered', () => {
    load.mockClear();
    expect(planned(context({ siteReason: 'bundle' })).map(([, reason]) => reason)).toEqual(['bundle', 'bundle']);
    expect(load).not.toHaveBeenCalled();
  });

  it('renders pages whose code changed, and compares the content of the other pages', () => {
    const versioned = { ...view, version: () => 'same' };
    const previousPage = () => ({ inputs: '', version: 'same' });
    const isCodeChanged = (path: string) => path.includes('/B/');
    expect(planned(context({ views: [versioned], previousPage, isCodeChanged }))).toEqual([
      ['/hotnovels/A/1', undefined],
      ['/hotnovels/B/1', 'bundle'],
    ]);
  });

  it('keeps pages with the recorded version and leaves other pages undecided, without loading models', () => {
    load.mockClear();
    const versioned = { ...view, version: ({ params }: { params: PageRef['params'] }) => `of ${params['letter']}` };
    const previousPage = () => ({ inputs: '', version: 'of A' });
    expect(planned(context({ views: [versioned], previousPage }))).toEqual([
      ['/hotnovels/A/1', undefined],
      ['/hotnovels/B/1', 'undecided'],
    ]);
    expect(load).not.toHaveBeenCalled();
  });

  it('leaves every page undecided if other brands have changed', () => {
    const versioned = { ...view, version: () => 'same' };
    const options = { views: [versioned], previousPage: () => ({ inputs: '', version: 'same' }) };
    expect(planned(context(options)).map(([, reason]) => reason)).toEqual([undefined, undefined]);
    const changed = pagesOf(context({ ...options, areModelsChanged: true }));
    expect(changed.map(({ reason, version }) => [reason, version])).toEqual([
      ['undecided', 'same'],
      ['undecided', 'same'],
    ]);
  });

  it('leaves every page of a view without versions undecided', () => {
    const previousPage = () => ({ inputs: '', version: '' });
    expect(planned(context({ previousPage })).map(([, reason]) => reason)).toEqual(['undecided', 'undecided']);
  });
});

describe('a page in a rebuild plan', () => {
  const versionOf = vi.fn(() => 'now');
  const versioned = { ...view, version: versionOf };
  const recordedPage = () => ({ inputs: '', version: 'now' });
  const decided = (change: Partial<PlanContext>) => {
    versionOf.mockClear();
    const pages = pagesOf(context({ views: [versioned], ...change }));
    return { pages: pages.map(({ reason, version }) => [reason, version]), asked: versionOf.mock.calls.length };
  };

  it('gets a version only if the decision whether to render the page needs it', () => {
    expect(decided({})).toEqual({
      pages: [
        ['new', ''],
        ['new', ''],
      ],
      asked: 0,
    });
    expect(decided({ siteReason: 'full', previousPage: recordedPage })).toEqual({
      pages: [
        ['full', ''],
        ['full', ''],
      ],
      asked: 0,
    });
    expect(decided({ previousPage: recordedPage })).toEqual({
      pages: [
        [undefined, 'now'],
        [undefined, 'now'],
      ],
      asked: 2,
    });
  });

  it('is rendered if it is requested or damaged, even if its version is unchanged', () => {
    const isRequested = ({ ref }: { ref: PageRef }) => ref.path.includes('/A/');
    expect(decided({ previousPage: recordedPage, isRequested })).toEqual({
      pages: [
        ['full', ''],
        [undefined, 'now'],
      ],
      asked: 1,
    });
    const damaged = { paths: new Set(['/hotnovels/B/1']), listings: new Set<string>() };
    expect(decided({ previousPage: recordedPage, damaged })).toEqual({
      pages: [
        [undefined, 'now'],
        ['damaged', ''],
      ],
      asked: 1,
    });
  });

  it('gets a rendering order only if it is rendered', () => {
    const renderOrder = vi.fn(() => 4);
    const orders = (change: Partial<PlanContext>) =>
      pagesOf(context({ views: [{ ...versioned, renderOrder }], ...change })).map((page) => page.renderOrder);
    expect([orders({ siteReason: 'first' }), orders({ previousPage: recordedPage })]).toEqual([
      [4, 4],
      [0, 0],
    ]);
    expect(renderOrder).toHaveBeenCalledTimes(2);
  });
});

describe('a listing in a rebuild plan', () => {
  const slow = { id: 3, name: 'Slow', genre_id: null, updated_at: '2026-01-01T00:00:00Z' };
  const books = Array.from({ length: 30 }, (_, at) => makeBook(at + 5, { tags: [{ id: 3, name: 'Slow' }] }));
  const contextWith = (change: Partial<PlanContext> = {}) => {
    const source = memorySource({ books, tags: [slow] });
    return context({ sites: [{ ...localizedSite('en'), source }], views: [tagView], ...change });
  };
  const listingsOf = (planContext: PlanContext) =>
    [...planPages(planContext)].flatMap((one) => ('listing' in one ? [one] : []));
  const [{ version = '' } = {}] = listingsOf(contextWith());
  const recorded = { previousPage: () => ({ inputs: '', version: '' }), previousListingVersion: () => version };

  it('is kept with all its pages if its version matches the recorded version', () => {
    const [listing, ...others] = [...planPages(contextWith(recorded))];
    expect(others).toEqual([]);
    expect(listing).toMatchObject({ isUnchanged: true, listing: { first: { path: '/tags/3/Slow' }, pages: 2 } });
  });

  it('is planned page by page if its version has changed or was never recorded', () => {
    for (const previousListingVersion of [() => 'other', () => '', () => undefined])
      expect(
        pagesOf(contextWith({ ...recorded, previousListingVersion })).map(({ ref }) => [ref.page, ref.listing]),
      ).toEqual([
        [1, '/tags/3/Slow'],
        [2, '/tags/3/Slow'],
      ]);
  });

  it('is planned page by page if other brands have changed', () => {
    expect(planned(contextWith({ ...recorded, areModelsChanged: true })).map(([, reason]) => reason)).toEqual([
      'undecided',
      'undecided',
    ]);
  });

  it('is rendered with all its pages if the code of these pages has changed', () => {
    expect(planned(contextWith({ ...recorded, isCodeChanged: () => true })).map(([, reason]) => reason)).toEqual([
      'bundle',
      'bundle',
    ]);
    expect(planned(contextWith({ ...recorded, isCodeChanged: () => false }))).toEqual([]);
  });

  it('is planned page by page if one of its pages is damaged', () => {
    const damaged = (path: string) => ({ paths: new Set(['/tags/3/Slow/2']), listings: new Set([path]) });
    expect(planned(contextWith({ ...recorded, damaged: damaged('/tags/3/Slow') }))).toHaveLength(2);
    expect(planned(contextWith({ ...recorded, damaged: damaged('/tags/4/Sad') }))).toEqual([]);
  });

  it('is planned page by page if a full run or a correction requests its pages', () => {
    expect(planned(contextWith({ ...recorded, siteReason: 'full' }))).toHaveLength(2);
    expect(planned(contextWith({ ...recorded, isRequested: () => true })).map(([, reason]) => reason)).toEqual([
      'full',
      'full',
    ]);
  });

  it('gets a new version if anything on its pages changes', () => {
    const versionOf = (change: Parameters<typeof memorySource>[0]) =>
      listingsOf(contextWith({ sites: [{ ...localizedSite('en'), source: memorySource(change) }] })).map(
        (one) => one.version,
      );
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

describe('the rendering order of pages', () => {
  it('places pages with the same order value next to each other, whatever their language', () => {
    const near = {
      ...view,
      renderOrder: ({ params }: { params: PageRef['params'] }) => (params['letter'] === 'A' ? 8 : 7),
    };
    const both = context({ sites: [localizedSite('en'), localizedSite('es')], views: [near], siteReason: 'first' });
    const file = join(mkdtempSync(join(tmpdir(), 'lectern-plan-')), 'plan.db');
    const plan = draftPlan(file, { pages: planPages(both), sites: both.sites, previous: undefined }).finish();
    const order = Array.from(plan.jobs(), ({ ref }) => ref.path);
    plan.close();
    rmSync(dirname(file), { recursive: true });
    expect(order).toEqual(['/hotnovels/B/1', '/es/hotnovels/B/1', '/hotnovels/A/1', '/es/hotnovels/A/1']);
  });

  it("is the id of the list's first book for all pages of a list", () => {
    const books = Array.from({ length: 30 }, (_, at) => makeBook(at + 5, { tags: [{ id: 3, name: 'Slow' }] }));
    const { site } = localizedSite('en');
    const source = memorySource({
      books,
      tags: [{ id: 3, name: 'Slow', genre_id: null, updated_at: '2026-01-01T00:00:00Z' }],
    });
    const refs = [...tagView.paths(source, site)];
    expect(refs.map((ref) => tagView.renderOrder?.(ref, source, site))).toEqual([5, 5]);
  });
});

describe('loadPage', () => {
  const [page] = pagesOf(context({ siteReason: 'first' }));
  if (!page) throw new Error('no page');
  const versioned = () => context({ views: [{ ...view, version: () => 'of the view' }] });

  it('returns the model, its hash, and the version passed in or computed by the view', () => {
    const hashed = { model: { letter: 'A' }, modelHash: hashModel('letter', { letter: 'A' }) };
    expect(loadPage(context(), page)).toEqual({ ...hashed, version: '' });
    expect(loadPage(versioned(), page)).toEqual({ ...hashed, version: 'of the view' });
    expect(loadPage(versioned(), page, 'known')).toEqual({ ...hashed, version: 'known' });
    expect(loadModelHash(context(), page)).toBe(hashed.modelHash);
  });

  it('throws for a page in an unknown view or language', () => {
    const message = 'The page /hotnovels/A/1 could not be rendered: its letter view has no model for it: missing.';
    expect(() => loadPage(context({ views: [] }), page)).toThrow(message);
    expect(() => loadPage(context({ sites: [] }), page)).toThrow(message);
    expect([versionOf(context({ views: [] }), page), versionOf(context({ sites: [] }), page)]).toEqual(['', '']);
  });

  it('throws if the view has no model for the page', () => {
    load.mockReturnValueOnce({ status: 'missing' });
    const [page] = pagesOf(context({ siteReason: 'first' }));
    expect(() => page && loadPage(context(), page)).toThrow(
      '/hotnovels/A/1 could not be rendered: its letter view has no model for it: missing',
    );
  });
});

describe('hashModel', () => {
  it('returns a different hash for a different value, value type or kind of model', () => {
    const hashes = [
      hashModel('home', { a: 1 }),
      hashModel('home', { a: 2 }),
      hashModel('home', { a: '1' }),
      hashModel('genres', { a: 1 }),
    ];
    expect(new Set(hashes).size).toBe(4);
  });

  it('depends on the content of cards, not on their object identity', () => {
    const of = (...books: Book[]) =>
      hashModel('tag', { books: books.map((book) => bookCard(book, localizedSite('en').site)) });
    expect(of(makeBook(1), makeBook(2))).toBe(of(makeBook(1), makeBook(2)));
    const others = [of(makeBook(1)), of(makeBook(2), makeBook(1)), of(makeBook(1), makeBook(2, { title: 'Other' }))];
    expect(new Set([of(makeBook(1), makeBook(2)), ...others]).size).toBe(4);
  });
});

describe('brandFingerprint', () => {
  it.each(Object.keys(brand))('changes with %s', (field) => {
    expect(brandFingerprint({ ...brand, [field]: 'another' })).not.toBe(brandFingerprint(brand));
  });
});
