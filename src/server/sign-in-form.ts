import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Brand } from '#src/brand/registry.ts';
import { authLogin } from '#src/contract/calls/auth.ts';
import { Session } from '#src/contract/entities/visitor.ts';
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { HANDOVER_COOKIE, type SignInFailure } from '#src/lib/sign-in-form.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { ApiProxy } from './api-proxy.ts';
import type { OwnCallAnswer } from './own-call.ts';
import type { ParsedRequest } from './parse-request.ts';
import { readUpTo } from './read-up-to.ts';
import { sendRedirect, sendRefusal } from './responses.ts';

/** Takes the sign-in of a visitor whose browser has not got the form's script. */
export interface SignInForm {
  /**
   * Answers 303 to the page of the sign-in: with the session in cookies, or with what is wrong as the address's fragment.
   * 413 and 415 for what that form cannot have sent.
   */
  receive(brand: Brand, request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
}

const MAX_BYTES = 8 * 1024;
const HANDOVER_SECONDS = 60;
/** Browsers drop a cookie that is longer. */
const MAX_COOKIE_BYTES = 4096;

export function createSignInForm(ask: ApiProxy['ask']): SignInForm {
  return {
    async receive(brand, request, message, response) {
      if (!/^application\/x-www-form-urlencoded\b/i.test(message.headers['content-type'] ?? ''))
        return sendRefusal(response, { status: 415, text: 'A sign-in is sent as a form.', headers: {} });
      const body = await readUpTo(message.iterator({ destroyOnReturn: false }), MAX_BYTES).catch(() => null);
      if (body === null) return void response.destroy();
      if (body === undefined) return sendRefusal(response, { status: 413, text: 'The form is too long.', headers: {} });
      const form = new URLSearchParams(body.toString('utf8'));
      const locale = localeOf(form, brand);
      const credentials = v.safeParse(authLogin.params, {
        email: form.get('email') ?? '',
        password: form.get('password') ?? '',
      });
      const answer = credentials.success
        ? resultOf(await ask(brand, request, authLogin, credentials.output, LOCALES[locale]))
        : 'input';
      if (typeof answer !== 'string') response.setHeader('Set-Cookie', [...answer.cookies, answer.handover]);
      sendRedirect(response, { kind: 'redirect', status: 303, location: pageOf(answer, form, locale), headers: {} });
    },
  };
}

/** Cookies that hold the session. */
interface SignedIn {
  readonly handover: string;
  readonly cookies: readonly string[];
}

function localeOf(form: URLSearchParams, { locales }: Pick<Brand, 'locales'>): LocaleCode {
  return locales.find((code) => code === form.get('locale')) ?? DEFAULT_LOCALE;
}

function resultOf(answer: OwnCallAnswer | undefined): SignedIn | SignInFailure {
  if (!answer || answer.status >= 500) return 'network';
  const { success, output } = v.safeParse(Answer, parsed(answer.body));
  if (!success) return 'unknown';
  if ('errors' in output) return FAILURES[output.errors[0]?.code ?? ''] ?? 'unknown';
  const { token, renew_in, user } = output.data.session;
  const kept = `${HANDOVER_COOKIE}=${encodeURIComponent(JSON.stringify({ token, renew_in, user }))}`;
  if (kept.length > MAX_COOKIE_BYTES) return 'unknown';
  const handover = `${kept}; Max-Age=${HANDOVER_SECONDS}; Path=/; Secure; SameSite=Strict`;
  return { handover, cookies: answer.cookies };
}

const Answer = v.union([
  v.object({ success: v.literal(1), data: v.object({ session: Session }) }),
  v.object({ errors: v.array(v.object({ code: v.string() })) }),
]);

const FAILURES: Readonly<Record<string, SignInFailure>> = {
  WRONG_CREDENTIALS: 'credentials',
  BAD_REQUEST: 'input',
  RATE_LIMITED: 'often',
};

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Where the form's page is, in its language, with the way on that the page reads from its address. */
function pageOf(answer: SignedIn | SignInFailure, form: URLSearchParams, locale: LocaleCode): string {
  const to = form.get('to') ?? '';
  const page = createPaths(locale).login() + (to === '' ? '' : `?to=${encodeURIComponent(to)}`);
  return typeof answer === 'string' ? `${page}#sign-in-${answer}` : page;
}
