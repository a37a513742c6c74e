import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sibling } from '#src/brand/siblings.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  const offered = { brands: ['elder', 'freenovel'], updatedAt: '2026-04-01T00:00:00Z' };
  await api.write((open) => open.putBook(smallBook(1, offered)));
});
afterAll(async () => {
  await site.close();
  await api.close();
});

const ELDER: Sibling = { id: 'elder', origin: 'https://elder.test', locales: ['en'] };

const night = (siblings: readonly Sibling[]) => site.run({ mode: 'night' }, {}, { prerender: { books: 3 }, siblings });

it('a rebuild after another brand was added renders only the pages that name the other brand', async () => {
  const first = await night([]);
  expect(first.pages.kept).toBe(0);
  const second = await night([ELDER]);
  expect(second).toMatchObject({ status: 'published', pages: { rendered: 2, removed: 0, total: first.pages.total } });
  expect(await night([ELDER])).toMatchObject({ status: 'unchanged' });
  expect(await night([])).toMatchObject({ status: 'published', pages: { rendered: 2 } });
});
