/** Where the sign-in is sent as a plain form, by who has not got its script (src/server/sign-in-form.ts). */
export const SIGN_IN_PATH = '/_sign-in';

/** Holds the session for a minute, until the page of the sign-in keeps it (src/browser/inline/sign-in-form.js). */
export const HANDOVER_COOKIE = '__Host-lectern_sign_in';

/** What a plain form may be refused for: the key of its text is `error-…`, the element that says it `sign-in-…`. */
export const SIGN_IN_FAILURES = ['credentials', 'input', 'often', 'network', 'unknown'] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
