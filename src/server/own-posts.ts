import type { Brand } from '#src/brand/registry.ts';
import { CLIENT_ERRORS_PATH } from '#src/lib/client-errors.ts';
import { FORM_PATHS, type PlainForm } from '#src/lib/plain-forms.ts';
import { REPORT_PATH } from '#src/lib/response-headers.ts';
import { VITALS_PATH } from '#src/lib/vitals.ts';
import type { ParsedRequest } from './parse-request.ts';

/** What browsers send to the site itself: reports of broken policies, field data, errors, and forms whose script did not come. */
export type OwnPost =
  | { readonly kind: 'report' | 'vitals' | 'clientError' }
  | { readonly kind: 'form'; readonly form: PlainForm };

const FORMS = new Map(Object.entries(FORM_PATHS).map(([form, path]) => [path as string, form as PlainForm]));

/** What a request sends to the site itself; undefined where it is no such request. */
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
