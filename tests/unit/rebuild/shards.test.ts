import { describe, expect, it } from 'vitest';
import type { PageRenderer } from '#src/rebuild/page-renderer.ts';
import type { RenderJob } from '#src/rebuild/plan.ts';
import { mergeOnlyRenderer, shardOf } from '#src/rebuild/shards.ts';

const PATHS = Array.from({ length: 300 }, (_none, index) => `/genres/${index}/Romance`);

describe('the shard of a page', () => {
  it.each([1, 2, 7])('is one of %i, and each has pages', (of) => {
    const used = new Set(PATHS.map((path) => shardOf(path, of)));
    expect([...used].sort((one, other) => one - other)).toEqual(
      Array.from({ length: of }, (_none, index) => index + 1),
    );
  });

  it('follows from its path alone, so that it is the same on every machine', () => {
    const shards = ['/', '/genres/1/Romance', '/tags/5/dragons'].map((path) => shardOf(path, 1000));
    expect(shards).toEqual([788, 32, 618]);
  });
});

describe('a merge', () => {
  const job = (path: string) => ({ ref: { path } }) as RenderJob;
  const rendered: string[][] = [];
  const renderer = {
    async render(jobs: readonly RenderJob[]) {
      rendered.push(jobs.map(({ ref }) => ref.path));
    },
  } as unknown as PageRenderer;
  const merging = mergeOnlyRenderer(renderer, { brand: 'ash', of: 3, damaged: new Set(['/lost']) });

  it('renders what the live release has damaged', async () => {
    await merging.render([job('/lost')]);
    expect(rendered.splice(0)).toEqual([['/lost']]);
  });

  it('renders nothing else, and names the shard that was to have it, with the command to render it', async () => {
    const index = shardOf('/genres', 3);
    await expect(merging.render([job('/lost'), job('/genres')])).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        new RegExp(`^Shard ${index} of 3 does not have /genres .*: npm run rebuild -- --brand ash --shard ${index}/3$`),
      ),
    });
    expect(rendered).toEqual([]);
  });
});
