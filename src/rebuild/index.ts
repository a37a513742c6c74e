export { VerificationError } from './errors.ts';
export {
  openPageRenderer,
  type PageRenderer,
  type PageRendererPool,
  type PageResult,
  type RenderInput,
  type RenderOutput,
} from './page-renderer.ts';
export { createPageRendererPool } from './page-renderer-pool.ts';
export { type Progress, terminalProgress } from './progress.ts';
export { createRebuild } from './rebuild.ts';
export { reportText } from './report.ts';
export type { Rebuild, RebuildConfig, RebuildOptions, RebuildReport } from './types.ts';
