import { ConfigError } from '#src/lib/errors.ts';
import type { RenderJob } from '#src/publish/plan/plan.ts';
import { decidePage } from '#src/publish/plan/render-decision.ts';
import type { PartialRelease, Release } from '#src/publish/release/index.ts';
import type { PageRenderer, PageResult } from './page-renderer.ts';

/**
 * Creates a renderer that returns the pages from a plan's parts, in plan order.
 * @param previous the release that the parts were compared with
 */
export function takeParts(
  renderer: PageRenderer,
  parts: readonly PartialRelease[],
  previous: Release | undefined,
  onTaken: () => void,
): PageRenderer {
  const pages = parts.values().flatMap((part) => Iterator.from(part.pages()));
  const take = ({ ref: { path }, isUndecided }: RenderJob): PageResult => {
    const { value: page } = pages.next();
    if (page?.path !== path)
      throw new ConfigError(
        `The parts have ${page?.path ?? 'no page'} where the plan has ${path}: they belong to another plan.`,
      );
    onTaken();
    const recorded = isUndecided ? previous?.page(path) : undefined;
    const isUnchanged = recorded !== undefined && decidePage({ previous: recorded, modelHash: page.inputs }) === 'keep';
    return { page, isUnchanged };
  };
  return { ...renderer, render: async (jobs) => jobs.map(take) };
}
