import { describe, expect, it } from 'vitest';
import type { RenderJob } from '#src/publish/plan/plan.ts';
import type { Plan } from '#src/publish/plan/plan-database.ts';
import { silentProgress } from '#src/publish/rebuild/progress.ts';
import type { PageRenderer } from '#src/publish/render/page-renderer.ts';
import { renderStage } from '#src/publish/render/render-stage.ts';

/** Returns the qualities with which a run compresses that many pages. */
async function qualitiesOf(rendered: number): Promise<Set<unknown>> {
  const qualities = new Set<unknown>();
  const jobs = Array.from({ length: rendered }, () => ({}) as RenderJob);
  const renderer = {
    async render(batch: readonly RenderJob[], quality: unknown) {
      qualities.add(quality);
      return batch.map(() => ({ problem: 'not rendered' }));
    },
  } as unknown as PageRenderer;
  await renderStage({
    plan: { kept: 1, rendered, jobs: () => jobs, listings: () => [], changesAliases: false } as unknown as Plan,
    renderer,
    writer: { keepPages: async () => {}, setListings() {}, recordPage() {} } as never,
    log: { add() {} } as never,
    progress: silentProgress,
    onUnchanged() {},
  });
  return qualities;
}

describe('the compression of the pages of a run', () => {
  it.each([
    [1, 'best'],
    [200, 'best'],
    [201, 'good'],
    [20_000, 'good'],
    [20_001, 'quick'],
  ])('uses, for %i pages, the quality %s', async (pages, quality) => {
    expect(await qualitiesOf(pages)).toEqual(new Set([quality]));
  });
});
