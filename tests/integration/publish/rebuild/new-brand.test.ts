import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookChoice } from '#src/brand/schema.ts';
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

const night = (siblings: readonly Sibling[], books: BookChoice = 3) =>
  site.run({ mode: 'night' }, {}, { prerender: { books }, siblings });

it('a rebuild after another brand was added renders only the pages that name the other brand', async () => {
  const first = await night([]);
  expect(first.pages.kept).toBe(0);
  const second = await night([ELDER]);
  expect(second).toMatchObject({ status: 'published', pages: { rendered: 2, removed: 0, total: first.pages.total } });
  expect(await night([ELDER])).toMatchObject({ status: 'unchanged' });
  expect(await night([])).toMatchObject({ status: 'published', pages: { rendered: 2 } });
});

it('a rebuild after another brand was added keeps all pages if none names the other brand, and records the brand', async () => {
  await night([], 'none');
  expect(await night([ELDER], 'none')).toMatchObject({ status: 'published', pages: { rendered: 0, removed: 0 } });
  expect(await night([ELDER], 'none')).toMatchObject({ status: 'unchanged' });
  const full = await site.run({ mode: 'night', full: true }, {}, { prerender: { books: 'none' }, siblings: [ELDER] });
  expect(full.status).toBe('unchanged');
});
