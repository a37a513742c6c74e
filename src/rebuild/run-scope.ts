import type { RebuildOptions } from './types.ts';

/** A shard and a merge work from the snapshot that their plan was made of. */
export const readsUpstream = ({ shard, merge, fromSnapshot }: RebuildOptions): boolean =>
  !shard && merge === undefined && !fromSnapshot;

/** A shard publishes nothing, and the machine that merges may have another release. */
export const searchesDamage = ({ shard, skipsDamageSearch, pagesElsewhere }: RebuildOptions): boolean =>
  !shard && !skipsDamageSearch && !pagesElsewhere;

/** Publishes all pages that there are, by itself. */
export const publishesAll = ({ pages, dryRun, shard, merge }: RebuildOptions): boolean =>
  !pages && !dryRun && !shard && merge === undefined;

/** Plans the whole site by what changed: not needed where this plan is known to have been made. */
export const isNightly = (options: RebuildOptions): boolean =>
  !options.full && options.changedSince === undefined && publishesAll(options);

/** Its plan was that of the whole site, so that the next run need not make it again. */
export const recordsPlan = ({ pages, changedSince }: RebuildOptions): boolean => !pages && changedSince === undefined;

/** A correction needs no shards and no pages of an interrupted run, so it leaves them to the run that does. */
export const removesPartialReleases = ({ pages }: RebuildOptions): boolean => !pages;
