import type { Brand } from '#src/brand/registry.ts';
import { CLIENT_ERRORS_PATH } from '#src/contract/reports/client-errors.ts';
import { VITALS_PATH } from '#src/contract/reports/vitals.ts';
import { REPORT_PATH } from '#src/lib/response-headers.ts';
import { FORM_PATHS, type PlainForm } from '#src/routes/plain-forms.ts';
import type { ParsedRequest } from '../http/parse-request.ts';

/**
 * POST requests from browsers that the site itself handles: policy violation reports, field data, errors, and forms
 * whose script did not load.
 */
export type OwnPost =
  | { readonly kind: 'report' | 'vitals' | 'clientError' }
  | { readonly kind: 'form'; readonly form: PlainForm };

const FORMS = new Map(Object.entries(FORM_PATHS).map(([form, path]) => [path as string, form as PlainForm]));

/** Classifies a POST that the site itself handles; undefined for all other requests. */
export function ownPost(
  { path, method }: ParsedRequest,
  brand: Pick<Brand, 'vitals' | 'clientErrors'>,
): OwnPost | undefined {
  if (method !== 'POST') return undefined;
  if (path === REPORT_PATH) return { kind: 'report' };
  if (path === VITALS_PATH && brand.vitals) return { kind: 'vitals' };
  if (path === CLIENT_ERRORS_PATH && brand.clientErrors) return { kind: 'clientError' };
  const form = FORMS.get(path);
  return form && { kind: 'form', form };
}
