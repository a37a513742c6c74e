export { snapshotTriggers } from '#src/snapshot/index.ts';
export { VerificationError } from './errors.ts';
export { jobLine, keptPlanFile, readPlannedJobs } from './kept-plan.ts';
export {
  openPageRenderer,
  type PageRenderer,
  type PageRendererPool,
  type RenderInput,
} from './page-renderer.ts';
export { createPageRendererPool } from './page-renderer-pool.ts';
export type { PageChanges } from './plan-summary.ts';
export {
  loggedProgress,
  type Progress,
  silentProgress,
  type ToldProgress,
  terminalProgress,
  toldProgress,
} from './progress.ts';
export { createRebuild } from './rebuild.ts';
export { reportText } from './report.ts';
export { searchFilesOf } from './search-files.ts';
export { createTally } from './tally.ts';
export type { KindCosts, Rebuild, RebuildConfig, RebuildOptions, RebuildReport, RunTally } from './types.ts';
