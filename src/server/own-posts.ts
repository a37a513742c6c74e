import type { Brand } from '#src/brand/registry.ts';
import { FORM_PATHS, type PlainForm } from '#src/lib/plain-forms.ts';
import { REPORT_PATH } from '#src/lib/response-headers.ts';
import { VITALS_PATH } from '#src/lib/vitals.ts';
import type { ParsedRequest } from './parse-request.ts';

/** What browsers send to the site itself: reports of broken policies, field data, and forms whose script did not come. */
export type OwnPost = { readonly kind: 'report' | 'vitals' } | { readonly kind: 'form'; readonly form: PlainForm };

const FORMS = new Map(Object.entries(FORM_PATHS).map(([form, path]) => [path as string, form as PlainForm]));

/** What a request sends to the site itself; undefined where it is no such request. */
export function ownPost({ path, method }: ParsedRequest, { vitals }: Pick<Brand, 'vitals'>): OwnPost | undefined {
  if (method !== 'POST') return undefined;
  if (path === REPORT_PATH) return { kind: 'report' };
  if (path === VITALS_PATH && vitals) return { kind: 'vitals' };
  const form = FORMS.get(path);
  return form && { kind: 'form', form };
}
