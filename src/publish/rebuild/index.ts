export { jobLine, keptPlanFile, readPlannedJobs } from '#src/publish/plan/kept-plan.ts';
export type { PageChanges } from '#src/publish/plan/plan-summary.ts';
export {
  openPageRenderer,
  type PageRenderer,
  type PageRendererPool,
  type RenderInput,
} from '#src/publish/render/page-renderer.ts';
export { createPageRendererPool } from '#src/publish/render/page-renderer-pool.ts';
export { snapshotTriggers } from '#src/publish/snapshot/index.ts';
export { VerificationError } from './errors.ts';
export {
  loggedProgress,
  type Progress,
  reportedProgress,
  silentProgress,
  terminalProgress,
} from './progress.ts';
export { createRebuild } from './rebuild.ts';
export { reportText } from './report.ts';
export { isDryRun } from './run-scope.ts';
export { searchFilesOf } from './search-files.ts';
export { createTally } from './tally.ts';
export type {
  ChangedSinceRun,
  KindCosts,
  NightRun,
  PublishingRun,
  Rebuild,
  RebuildConfig,
  RebuildOptions,
  RebuildReport,
  RequestedRun,
  RunSettings,
  RunTally,
} from './types.ts';
