import { describe, expect, it, vi } from 'vitest';
import { KINDS, kindsWhere, type RouteKind } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { Known } from '../../../scripts/screenshots/screen.ts';
import { SCREENS, WITHOUT_SCREEN } from '../../../scripts/screenshots/screens.ts';
import { NOT_OPENED, KINDS as OPENED } from '../../e2e/page-kinds.ts';
import { NOT_MEASURED, PAGES } from '../../integration/pages/brand-pages.ts';

const { book, entry, chapters } = vi.hoisted(() => ({
  book: { id: 1, title: 'A Book', category: { name: 'Sea', sub_name: 'Ships' }, author: { id: 2, name: 'Ann' } },
  entry: { id: 3, name: 'Romance' },
  chapters: [1, 2].map((number) => ({ id: number, number, title: `${number}`, price: 20, words: 300 })),
}));

// Browser tests request their content from a running API.
vi.mock('../../e2e/facts.ts', () => ({
  factsOf: async () => ({ genre: entry }),
  ask: async () => ({ items: [{ books: [book], ...chapters[0] }] }),
}));
vi.mock('../../e2e/reader.ts', () => ({
  novel: async () => ({ book, chapters, addressOf: () => 'https://site.example/book-reader/1/1' }),
}));

const known: Known = {
  paths: createPaths('en'),
  book,
  chapters,
  locked: { book: 1, chapter: 2 },
  uncovered: book,
  author: entry,
  genre: entry,
  tag: entry,
  keyword: entry,
  shelf: entry,
  category: { name: 'Sea', sub: 'Ships' },
  ranking: { type: 'hot', id: 1 },
  help: { open: { book, id: 1 }, success: { book, id: 2 }, expired: { book, id: 3 } },
  visitor: { session: {}, reading: {} },
};

/** The kind of a path. A path that matches no route shows the page of error 404. */
const kindOf = (path: string): RouteKind =>
  parsePath(new URL(path, 'https://site.example').pathname, ['en'])?.kind ?? 'notFound';

const kindOfStatus: Readonly<Record<number, RouteKind>> = { 400: 'badRequest', 404: 'notFound', 503: 'serverError' };

/** The kinds with a page and the kinds with a reason, each once. A kind with both is included twice. */
const decided = (kinds: Iterable<RouteKind>, reasons: object) => [...new Set(kinds), ...Object.keys(reasons)].sort();

describe('every kind of page', () => {
  it('has a screenshot or a reason in WITHOUT_SCREEN', () => {
    const kinds = SCREENS.map(({ path, status = 200 }) => kindOfStatus[status] ?? kindOf(path(known)));
    expect(decided(kinds, WITHOUT_SCREEN)).toEqual(KINDS.toSorted());
  });

  it('is opened by browser tests or has a reason in NOT_OPENED', async () => {
    const paths = await Promise.all(Object.values(OPENED).map((path) => path()));
    expect(decided(paths.map(kindOf), NOT_OPENED)).toEqual(KINDS.toSorted());
  });

  it('has a size budget, or a reason in NOT_MEASURED, if it is prerendered', () => {
    const prerendered = kindsWhere(({ rendering }) => rendering !== 'on-demand');
    expect(decided(Object.values(PAGES).map(kindOf), NOT_MEASURED)).toEqual(prerendered.sort());
  });
});
