import type { MergeRun, PublishingRun, RebuildMode, RebuildOptions } from './types.ts';

/** The run whose pages are planned. For a dry run, this is the run that it simulates. */
const plannedRun = (run: RebuildMode): PublishingRun | MergeRun =>
  run.mode === 'dry-run' || run.mode === 'explain' ? run.of : run;

/** Whether the run only plans and publishes nothing. */
export const isDryRun = ({ mode }: RebuildMode): boolean => mode === 'dry-run' || mode === 'explain';

/** Whether every page is rendered, changed or not. */
export function rendersAll(run: RebuildMode): boolean {
  const planned = plannedRun(run);
  return 'full' in planned && planned.full === true;
}

/**
 * Whether the run publishes new settings of the brand. A correction does not: its pages must look like the other pages of
 * the live release.
 */
export const publishesSettings = (run: RebuildMode): boolean => selectedPages(run) === undefined;

/** Globs of the pages to plan; undefined for the whole site. */
export function selectedPages(run: RebuildMode): readonly string[] | undefined {
  const planned = plannedRun(run);
  return planned.mode === 'correction' ? planned.pages : undefined;
}

/**
 * Cursor of a run that also renders pages showing a book that has changed since this cursor; undefined for other runs.
 */
export function changeCursor(run: RebuildMode): string | undefined {
  const planned = plannedRun(run);
  return planned.mode === 'changed-since' ? planned.cursor : undefined;
}

/** The operator's reason for accepting the publish guard's findings. */
export const acceptReason = (run: RebuildMode): string | undefined => ('accept' in run ? run.accept : undefined);

/** Whether the plan is carried out in parts on other machines. */
export const isInParts = (run: RebuildMode): boolean => run.mode === 'dry-run' && run.inParts === true;

/** Whether the run reads the upstream. A merge uses the snapshot that its plan is based on. */
export const readsUpstream = ({ mode, fromSnapshot }: RebuildOptions): boolean => mode !== 'merge' && !fromSnapshot;

/** Whether the run searches for damage. The search runs on the machine that stores the pages. */
export const searchesDamage = ({ skipsDamageSearch, pagesElsewhere }: RebuildOptions): boolean =>
  !skipsDamageSearch && !pagesElsewhere;

/** Whether the run publishes the whole site without parts from other machines. */
export const publishesAll = ({ mode }: RebuildMode): boolean => mode === 'night' || mode === 'changed-since';

/**
 * Whether the run plans the whole site and renders only what has changed. Such a run skips planning if nothing has
 * changed since the last plan.
 */
export const isNightly = (run: RebuildMode): boolean => run.mode === 'night' && !run.full;

/** Whether the plan covers the whole site, so that the next run does not need to repeat it. */
export const recordsPlan = ({ mode }: RebuildMode): boolean => mode !== 'correction' && mode !== 'changed-since';

/** Whether the run removes parts and pages of interrupted runs. A correction leaves them for a run that needs them. */
export const removesPartialReleases = ({ mode }: RebuildMode): boolean => mode !== 'correction';
