import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RebuildConfig, RebuildOptions, RebuildReport } from '#src/publish/rebuild/index.ts';
import { rollback } from '#src/publish/release/index.ts';
import { plainBundle } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  await site.run();
});
afterAll(async () => {
  await site.close();
  await api.close();
});

interface Night {
  readonly report: RebuildReport;
  /** Whether the run reached its plan stage. */
  readonly isPlanned: boolean;
}

async function night(options?: RebuildOptions, change: Partial<RebuildConfig> = {}, brand = {}): Promise<Night> {
  const stages: string[] = [];
  const progress = { begin() {}, stage: (text: string) => void stages.push(text), step() {}, end() {} };
  const report = await site.run(options, { ...change, progress }, brand);
  return { report, isPlanned: stages.includes('planning') };
}

let turn = 0;
const otherBook = async () => {
  turn += 1;
  await api.write((writer) => writer.putBook(smallBook(6, { introduction: `In turn ${turn}.` })));
};

describe('a rebuild when nothing has changed', () => {
  beforeEach(async () => {
    await site.run();
  });

  it('creates no plan, and reports the pages of the live release', async () => {
    const before = await night({ mode: 'dry-run', of: { mode: 'night' } });
    const { report, isPlanned } = await night();
    expect(isPlanned).toBe(false);
    expect(report).toMatchObject({ status: 'unchanged', release: before.report.release });
    expect(report.pages).toMatchObject({ rendered: 0, removed: 0, total: before.report.pages.total });
    expect(report.bytes).toBe(before.report.bytes);
  });

  it.each<[string, RebuildOptions]>([
    ['in full', { mode: 'night', full: true }],
    ['as a dry run', { mode: 'dry-run', of: { mode: 'night' } }],
    ['for some pages', { mode: 'correction', pages: ['/genres'] }],
  ])('creates a plan if it is run %s', async (_, options) => {
    expect((await night(options)).isPlanned).toBe(true);
  });
});

describe('the plan of a rebuild', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a book', otherBook],
    ['a removed book', () => api.write((writer) => writer.removeBook('book-11'))],
    [
      'a genre',
      () => api.write((writer) => writer.putGenre({ section: 7, name: 'Fantasy', introduction: 'Else.', tags: [] })),
    ],
    [
      'a shelf',
      () =>
        api.write((writer) =>
          writer.putShelf({ brand: null, section: 7, name: 'Finished', style: 'row', books: ['book-3'] }),
        ),
    ],
    [
      'a ranking',
      () =>
        api.write((writer) =>
          writer.putRanking({
            brand: null,
            section: 7,
            type: 'new',
            typeName: 'New',
            name: 'New arrivals',
            books: ['book-9', 'book-8'],
          }),
        ),
    ],
  ])('is created after a change to %s', async (_, change) => {
    await site.run();
    await change();
    expect((await night()).isPlanned).toBe(true);
    expect((await night()).isPlanned).toBe(false);
  });

  it('is created again after the brand or the bundle changes or changes back', async () => {
    await site.run();
    const other = { bundle: async () => ({ ...plainBundle(), id: 'another' }) };
    expect((await night({ mode: 'night' }, other)).isPlanned).toBe(true);
    expect((await night({ mode: 'night' }, other)).isPlanned).toBe(false);
    expect((await night()).isPlanned).toBe(true);
    expect((await night({ mode: 'night' }, {}, { tagline: 'Another line' })).isPlanned).toBe(true);
    expect((await night()).isPlanned).toBe(true);
  });

  it('is created again after a rollback', async () => {
    await otherBook();
    await site.run();
    expect((await night()).isPlanned).toBe(false);
    await rollback(site.folder);
    const { report, isPlanned } = await night();
    expect(isPlanned).toBe(true);
    expect(report.status).toBe('published');
  });

  it('is created again after a correction of some pages', async () => {
    await otherBook();
    expect((await night({ mode: 'correction', pages: ['/genres'] })).report.status).not.toBe('planned');
    expect((await night()).isPlanned).toBe(true);
  });
});
