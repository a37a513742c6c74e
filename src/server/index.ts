export { type CountedError, readClientErrors } from './client-errors-files.ts';
export { createHttpServer } from './http-server.ts';
export type { ServerGauges, ServerMeter } from './meter.ts';
export { createRenderThreads } from './render-threads.ts';
export { createSiteServer, type SiteServer, type SiteServerConfig } from './site-server.ts';
export { readVitals } from './vitals-files.ts';
