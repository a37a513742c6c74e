export { type Bundle, type BundleOptions, ensureBundle } from './bundle.ts';
export { loadSite, type SiteApp, type SiteLocals } from './site-app.ts';
