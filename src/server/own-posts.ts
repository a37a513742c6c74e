import type { Brand } from '#src/brand/registry.ts';
import { REPORT_PATH } from '#src/lib/response-headers.ts';
import { SIGN_IN_PATH } from '#src/lib/sign-in-form.ts';
import { VITALS_PATH } from '#src/lib/vitals.ts';
import type { ParsedRequest } from './parse-request.ts';

/** What browsers send to the site itself: reports of broken policies, field data, and the sign-in as a plain form. */
export interface OwnPost {
  readonly kind: 'report' | 'vitals' | 'signIn';
}

/** What a request sends to the site itself; undefined where it is no such request. */
export function ownPost({ path, method }: ParsedRequest, { vitals }: Pick<Brand, 'vitals'>): OwnPost | undefined {
  if (method !== 'POST') return undefined;
  if (path === REPORT_PATH) return { kind: 'report' };
  if (path === SIGN_IN_PATH) return { kind: 'signIn' };
  return path === VITALS_PATH && vitals ? { kind: 'vitals' } : undefined;
}
