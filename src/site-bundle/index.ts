export { type Bundle, ensureBundle } from './bundle.ts';
export { type LoadedSite, loadSite, type SiteApp, type SiteLocals } from './site-app.ts';
