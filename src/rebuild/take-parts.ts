import { ConfigError } from '#src/lib/errors.ts';
import type { PartialRelease, Release } from '#src/release/index.ts';
import type { PageRenderer, PageResult } from './page-renderer.ts';
import type { RenderJob } from './plan.ts';
import { decidePage } from './render-decision.ts';

/**
 * Makes a renderer out of the parts that a plan was cut into: they have its pages in its order.
 * @param previous the release that they were compared with
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
        `The parts have ${page?.path ?? 'no page'} where the plan has ${path}: they are of another one.`,
      );
    onTaken();
    const known = isUndecided ? previous?.page(path) : undefined;
    const isUnchanged = known !== undefined && decidePage({ previous: known, modelHash: page.inputs }) === 'keep';
    return { page, isUnchanged };
  };
  return { ...renderer, render: async (jobs) => jobs.map(take) };
}
