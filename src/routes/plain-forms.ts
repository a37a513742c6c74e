/** Paths for posting forms whose script did not load (src/serve/forms/plain-forms.ts). */
export const FORM_PATHS = {
  signIn: '/_sign-in',
  application: '/_application',
  help: '/_help',
  report: '/_chapter-report',
} as const;
export type PlainForm = keyof typeof FORM_PATHS;

/**
 * Cookie that contains the session for a minute, until the sign-in page stores it
 * (src/features/sign-in/sign-in-form.inline.ts).
 */
export const HANDOVER_COOKIE = '__Host-lectern_sign_in';

/**
 * Possible results of a plain form. For each, the form's page has a hidden element whose id is prefixed with the form's
 * name (`sign-in-often`). It is shown if the fragment of the URL names it. Its text has the key `help-…`, `report-…`
 * or, for the other forms, `error-…`.
 */
export const FORM_ANSWERS = {
  signIn: ['credentials', 'input', 'often', 'network', 'unknown'],
  application: ['taken', 'input', 'often', 'network', 'unknown'],
  help: ['clicked', 'expired', 'lost'],
  report: ['sent', 'input', 'often', 'lost'],
} as const;
export type FormAnswer<F extends PlainForm> = (typeof FORM_ANSWERS)[F][number];

/** The report form's result for an error code of the call; undefined means that the call succeeded. */
export function reportAnswer(code: string | undefined): FormAnswer<'report'> {
  if (code === undefined) return 'sent';
  if (code === 'RATE_LIMITED') return 'often';
  return code === 'BAD_REQUEST' ? 'input' : 'lost';
}
