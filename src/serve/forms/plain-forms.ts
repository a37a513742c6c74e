import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Brand } from '#src/brand/registry.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import type { PlainForm } from '#src/routes/plain-forms.ts';
import type { ApiProxy } from '../api-proxy/api-proxy.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { readUpTo } from '../http/read-up-to.ts';
import { sendRedirect, sendRefusal } from '../http/responses.ts';
import { receiveApplication } from './application-form.ts';
import type { FormResult, SentForm } from './form-call.ts';
import { receiveHelp } from './help-form.ts';
import { receiveReport } from './report-form.ts';
import { receiveSignIn } from './sign-in-form.ts';

/** Handles forms from browsers that did not load the form's script. */
export interface PlainForms {
  /** Responds with 303 to the form's page, or with 413 or 415 if the body cannot come from the form. */
  receive(
    form: PlainForm,
    brand: Brand,
    request: ParsedRequest,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void>;
}

const RECEIVERS: Readonly<Record<PlainForm, (form: SentForm) => Promise<FormResult>>> = {
  signIn: receiveSignIn,
  application: receiveApplication,
  help: receiveHelp,
  report: receiveReport,
};

/**
 * Maximum size of a form's body. The longest texts have 3,000 characters, and form encoding takes up to nine bytes per
 * character.
 */
const MAX_BYTES: Readonly<Record<PlainForm, number>> = {
  signIn: 8 * 1024,
  application: 48 * 1024,
  help: 1024,
  report: 48 * 1024,
};

export function createPlainForms(ask: ApiProxy['ask']): PlainForms {
  return {
    async receive(form, brand, request, message, response) {
      if (!/^application\/x-www-form-urlencoded\b/i.test(message.headers['content-type'] ?? ''))
        return sendRefusal(response, { status: 415, text: 'Send it as a form.', headers: {} });
      const body = await readUpTo(message.iterator({ destroyOnReturn: false }), MAX_BYTES[form]).catch(() => null);
      if (body === null) return void response.destroy();
      if (body === undefined) return sendRefusal(response, { status: 413, text: 'The form is too long.', headers: {} });
      const fields = new URLSearchParams(body.toString('utf8'));
      const locale = brand.locales.find((code) => code === fields.get('locale')) ?? DEFAULT_LOCALE;
      const { location, cookies } = await RECEIVERS[form]({ fields, locale, brand, request, ask });
      if (cookies) response.setHeader('Set-Cookie', cookies);
      sendRedirect(response, { kind: 'redirect', status: 303, location, headers: {} });
    },
  };
}
