export { type Bundle, bundleId, ensureBundle } from './bundle.ts';
export { createPositionLookUp } from './look-up-position.ts';
export type { PageKey } from './page-keys.ts';
export { policyFor } from './page-policy.ts';
export { POLICY_DIRECTIVES } from './policy-directives.ts';
export { type LoadedSite, loadSite, type SiteApp, type SiteLocals } from './site-app.ts';
