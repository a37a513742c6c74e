export { type MadePage, type Maker, type Makers, openMaker, type RenderedPage, type RenderJob } from './page-renderer.ts';
export { createMakerThreads } from './page-renderer-pool.ts';
export { type Progress, terminalProgress } from './progress.ts';
export { createRebuild } from './rebuild.ts';
export { reportText } from './report.ts';
export type { Rebuild, RebuildConfig, RebuildOptions, RebuildReport } from './types.ts';
export { VerificationError } from './verify-stage.ts';
