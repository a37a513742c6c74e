import { expect, it } from 'vitest';
import type { PageRenderer } from '#src/rebuild/page-renderer.ts';
import type { RenderJob } from '#src/rebuild/plan.ts';
import { takeParts } from '#src/rebuild/take-parts.ts';
import type { PartialRelease, RecordedPage, Release } from '#src/release/index.ts';

const page = (path: string, inputs = 'model') => ({ path, inputs }) as RecordedPage;
const part = (...pages: RecordedPage[]) => ({ pages: () => pages }) as unknown as PartialRelease;
const job = (path: string, isUndecided = false) => ({ ref: { path }, isUndecided }) as RenderJob;
const renderer = { close: () => 'closed' } as unknown as PageRenderer;

function taken(parts: readonly PartialRelease[], previous: readonly RecordedPage[] = []) {
  let count = 0;
  const release = { page: (path: string) => previous.find((one) => one.path === path) } as unknown as Release;
  const takes = takeParts(renderer, parts, release, () => {
    count += 1;
  });
  return { takes, count: () => count };
}

it('pages of the parts are taken in the order of the plan, across calls and parts', async () => {
  const { takes, count } = taken([part(page('/'), page('/a')), part(), part(page('/b'))]);
  const first = await takes.render([job('/')]);
  const others = await takes.render([job('/a'), job('/b')]);
  expect([...first, ...others].map((one) => 'page' in one && one.page.path)).toEqual(['/', '/a', '/b']);
  expect(count()).toBe(3);
});

it('a page is unchanged where the plan left it open and the previous release has its model', async () => {
  const previous = [page('/same'), page('/other', 'former'), page('/decided')];
  const parts = [part(page('/same'), page('/other'), page('/new'), page('/decided'))];
  const { takes } = taken(parts, previous);
  const results = await takes.render([job('/same', true), job('/other', true), job('/new', true), job('/decided')]);
  expect(results.map((one) => 'isUnchanged' in one && one.isUnchanged)).toEqual([true, false, false, false]);
});

it('parts of another plan are refused by the page where they differ', async () => {
  const other = taken([part(page('/a'))]).takes;
  await expect(other.render([job('/b')])).rejects.toThrow(
    'The parts have /a where the plan has /b: they are of another one.',
  );
  const short = taken([part()]).takes;
  await expect(short.render([job('/b')])).rejects.toThrow('The parts have no page where the plan has /b');
});
