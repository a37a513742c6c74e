export { type Bundle, ensureBundle } from './bundle.ts';
export { loadSite, type SiteApp, type SiteLocals } from './site-app.ts';
