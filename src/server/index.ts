export { createHttpServer } from './http-server.ts';
export { createSiteServer, type SiteServer, type SiteServerConfig } from './site-server.ts';
