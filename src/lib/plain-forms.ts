/** Where forms are sent as they are, by who has not got their script (src/server/plain-forms.ts). */
export const FORM_PATHS = {
  signIn: '/_sign-in',
  application: '/_application',
  help: '/_help',
  report: '/_chapter-report',
} as const;
export type PlainForm = keyof typeof FORM_PATHS;

/** Holds the session for a minute, until the page of the sign-in keeps it (src/browser/inline/sign-in-form.js). */
export const HANDOVER_COOKIE = '__Host-lectern_sign_in';

/**
 * What a plain form may be answered, by form. The page of the form has an element for each, with the form's name before it
 * (`sign-in-often`), which shows where the address names it. Other keys of their texts begin with `error-`.
 */
export const FORM_ANSWERS = {
  signIn: ['credentials', 'input', 'often', 'network', 'unknown'],
  application: ['taken', 'input', 'often', 'network', 'unknown'],
  help: ['clicked', 'expired', 'lost'],
  report: ['sent', 'input', 'often', 'lost'],
} as const;
export type FormAnswer<F extends PlainForm> = (typeof FORM_ANSWERS)[F][number];

/** What a form of a report says to an error code of the call; undefined for none. */
export function reportAnswer(code: string | undefined): FormAnswer<'report'> {
  if (code === undefined) return 'sent';
  if (code === 'RATE_LIMITED') return 'often';
  return code === 'BAD_REQUEST' ? 'input' : 'lost';
}
