import * as v from 'valibot';
import { authLogin } from '#src/contract/calls/auth.ts';
import { Session } from '#src/contract/entities/visitor.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import { type FormAnswer, HANDOVER_COOKIE } from '#src/routes/plain-forms.ts';
import type { OwnCallAnswer } from '../api-proxy/own-call.ts';
import { type FormResult, formCallResult, type SentForm } from './form-call.ts';

type Failure = FormAnswer<'signIn'>;

const HANDOVER_SECONDS = 60;
/** Maximum length of a cookie, in bytes. Browsers drop longer cookies. */
const MAX_COOKIE_BYTES = 4096;

/** Signs a visitor in. Redirects with the session in cookies, or with the error in the URL's fragment. */
export async function receiveSignIn({ fields, locale, brand, request, ask }: SentForm): Promise<FormResult> {
  const credentials = v.safeParse(authLogin.params, {
    email: fields.get('email') ?? '',
    password: fields.get('password') ?? '',
  });
  const answer = credentials.success
    ? resultOf(await ask(brand, request, authLogin, credentials.output, { locale: LOCALES[locale] }))
    : 'input';
  const page = pageOf(fields, locale);
  return typeof answer === 'string' ? { location: `${page}#sign-in-${answer}` } : { location: page, cookies: answer };
}

/** @returns the cookies that contain the session, or the failure */
function resultOf(answer: OwnCallAnswer | undefined): string[] | Failure {
  const { data, code } = formCallResult(answer);
  if (code !== undefined) return FAILURES[code] ?? 'unknown';
  const { success, output } = v.safeParse(v.object({ session: Session }), data);
  if (!success) return 'unknown';
  const { token, renew_in, user } = output.session;
  const handover = `${HANDOVER_COOKIE}=${encodeURIComponent(JSON.stringify({ token, renew_in, user }))}`;
  if (handover.length > MAX_COOKIE_BYTES) return 'unknown';
  return [...(answer?.cookies ?? []), `${handover}; Max-Age=${HANDOVER_SECONDS}; Path=/; Secure; SameSite=Strict`];
}

const FAILURES: Readonly<Record<string, Failure>> = {
  WRONG_CREDENTIALS: 'credentials',
  BAD_REQUEST: 'input',
  RATE_LIMITED: 'often',
  CLIENT_NETWORK: 'network',
};

/** The URL of the sign-in page in the form's language, with the return URL that the page reads. */
function pageOf(fields: URLSearchParams, locale: LocaleCode): string {
  const to = fields.get('to') ?? '';
  return createPaths(locale).login() + (to === '' ? '' : `?to=${encodeURIComponent(to)}`);
}
