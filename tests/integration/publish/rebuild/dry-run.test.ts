import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PublishingRun } from '#src/publish/rebuild/index.ts';
import { plainBundle } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeEach(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
});
afterEach(async () => {
  await site.close();
  await api.close();
});

const planned = async (run: PublishingRun = { mode: 'night' }, bundle = plainBundle()) => {
  const { plan, pages } = await site.run({ mode: 'dry-run', of: run }, { bundle: async () => bundle });
  if (!plan) throw new Error('A dry run reported no plan.');
  return { ...plan, pages };
};

const all = (byKind: Awaited<ReturnType<typeof planned>>['byKind'], column: 'added' | 'changed' | 'removed' | 'kept') =>
  Object.values(byKind).reduce((sum, counts) => sum + counts[column], 0);

it('a dry run counts every page as added if there is no live release', async () => {
  const { byKind, byReason, pages } = await planned();
  expect(byReason).toEqual({ first: pages.total });
  expect(byKind['home']).toEqual({ added: 1, changed: 0, removed: 0, kept: 0 });
  expect(all(byKind, 'added')).toBe(pages.total);
});

it('a dry run counts added, changed, removed and unchanged pages per kind of page, and gives the reasons', async () => {
  await api.write((writer) => writer.putBook(smallBook(900, { title: 'Zebra Crossing', tags: ['stripes'] })));
  await site.run();
  await api.write(async (writer) => {
    await writer.putBook(smallBook(6, { introduction: 'Another beginning.', tags: ['wood'] }));
    await writer.removeBook('book-900');
  });
  const { byKind, byReason, pages } = await planned();
  // Every letter page links to all letters, and the letter Z has disappeared.
  expect(byKind['letter']).toEqual({ added: 0, changed: 9, removed: 1, kept: 0 });
  expect(byKind['tag']).toMatchObject({ added: 1, removed: 1 });
  expect(byKind['home']).toEqual({ added: 0, changed: 1, removed: 0, kept: 0 });
  expect(byKind['notFound']).toEqual({ added: 0, changed: 0, removed: 0, kept: 1 });
  expect(byReason).toEqual({ new: 1, model: pages.rendered - 1 });
  expect(all(byKind, 'added') + all(byKind, 'changed')).toBe(pages.rendered);
  expect(all(byKind, 'kept')).toBe(pages.kept);
  expect(all(byKind, 'removed')).toBe(pages.removed);
});

it('an explain run shows what would happen to a page, and why', async () => {
  const explain = async (path: string) => (await site.run({ mode: 'explain', path, of: { mode: 'night' } })).explained;
  expect(await explain('/')).toEqual({ path: '/', outcome: 'added', reason: 'first' });
  await api.write((writer) => writer.putBook(smallBook(900, { title: 'Zebra Crossing', tags: ['stripes'] })));
  await site.run();
  const removed =
    (await site.run({ mode: 'dry-run', of: { mode: 'night', full: true }, namesPages: true })).changes?.changed ?? [];
  await api.write(async (writer) => {
    await writer.putBook(smallBook(6, { introduction: 'Another beginning.' }));
    await writer.removeBook('book-900');
  });
  expect(await explain('/')).toEqual({ path: '/', outcome: 'changed', reason: 'model' });
  expect(await explain('/404')).toEqual({ path: '/404', outcome: 'kept' });
  expect(await explain('/nothing')).toEqual({ path: '/nothing', outcome: 'none' });
  const stripes = removed.find((path) => path.endsWith('/stripes')) ?? '';
  expect(await explain(stripes)).toEqual({ path: stripes, outcome: 'removed' });
});

it.each([
  ['full', { mode: 'night', full: true }, 'bundle-1'],
  ['bundle', { mode: 'night' }, 'bundle-2'],
] as const)('a dry run gives "%s" as the reason to render every page', async (reason, options, bundle) => {
  await site.run();
  const { byKind, byReason, pages } = await planned(options, plainBundle(bundle));
  expect(byReason).toEqual({ [reason]: pages.total });
  expect(all(byKind, 'changed')).toBe(pages.total);
});
