import { expect, it } from 'vitest';
import type { RenderJob } from '#src/publish/plan/plan.ts';
import type { PartialRelease, RecordedPage, Release } from '#src/publish/release/index.ts';
import type { PageRenderer } from '#src/publish/render/page-renderer.ts';
import { takeParts } from '#src/publish/render/take-parts.ts';

const page = (path: string, inputs = 'model') => ({ path, inputs }) as RecordedPage;
const part = (...pages: RecordedPage[]) => ({ pages: () => pages }) as unknown as PartialRelease;
const job = (path: string, isUndecided = false) => ({ ref: { path }, isUndecided }) as RenderJob;
const renderer = { close: () => 'closed' } as unknown as PageRenderer;

function takeAll(parts: readonly PartialRelease[], previous: readonly RecordedPage[] = []) {
  let count = 0;
  const release = { page: (path: string) => previous.find((one) => one.path === path) } as unknown as Release;
  const takes = takeParts(renderer, parts, release, () => {
    count += 1;
  });
  return { takes, count: () => count };
}

it('takeParts returns the pages of all parts in the order of the plan, across several calls', async () => {
  const { takes, count } = takeAll([part(page('/'), page('/a')), part(), part(page('/b'))]);
  const first = await takes.render([job('/')]);
  const others = await takes.render([job('/a'), job('/b')]);
  expect([...first, ...others].map((one) => 'page' in one && one.page.path)).toEqual(['/', '/a', '/b']);
  expect(count()).toBe(3);
});

it('takeParts reports a page as unchanged if it was undecided in the plan and its model is the same', async () => {
  const previous = [page('/same'), page('/other', 'former'), page('/decided')];
  const parts = [part(page('/same'), page('/other'), page('/new'), page('/decided'))];
  const { takes } = takeAll(parts, previous);
  const results = await takes.render([job('/same', true), job('/other', true), job('/new', true), job('/decided')]);
  expect(results.map((one) => 'isUnchanged' in one && one.isUnchanged)).toEqual([true, false, false, false]);
});

it('takeParts rejects parts of a different plan, and names the first page that differs', async () => {
  const other = takeAll([part(page('/a'))]).takes;
  await expect(other.render([job('/b')])).rejects.toThrow(
    'The parts have /a where the plan has /b: they belong to another plan.',
  );
  const short = takeAll([part()]).takes;
  await expect(short.render([job('/b')])).rejects.toThrow('The parts have no page where the plan has /b');
});
