export { loadSite, type SiteApp } from './site-app.ts';
export { type Bundle, type BundleOptions, ensureBundle } from './bundle.ts';
export type { GivenLocals } from './locals.ts';
