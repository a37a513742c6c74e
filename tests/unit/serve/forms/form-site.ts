import type { PlainForm } from '#src/routes/plain-forms.ts';
import type { ApiProxy } from '#src/serve/api-proxy/api-proxy.ts';
import type { OwnCallAnswer } from '#src/serve/api-proxy/own-call.ts';
import { createPlainForms } from '#src/serve/forms/plain-forms.ts';
import { handleInMemory } from '../../../helpers/handled.ts';
import type { RawResponse } from '../../../helpers/http.ts';
import { testBrand } from '../../../helpers/published-brand.ts';
import { parsedRequest } from '../parsed-request.ts';

export type Fields = readonly (readonly [string, string])[];

interface AskedCall {
  readonly call: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly context: Parameters<ApiProxy['ask']>[4];
}

export interface FormSite {
  /** Calls that the upstream has received. */
  readonly seen: AskedCall[];
  /** The upstream's response; undefined if it does not respond. */
  answer: OwnCallAnswer | undefined;
  send(form: PlainForm, fields: Fields, contentType?: string): Promise<RawResponse>;
}

export const succeeding = (data: unknown, cookies: readonly string[] = []): OwnCallAnswer => ({
  status: 200,
  body: Buffer.from(JSON.stringify({ success: 1, data, errors: [] })),
  cookies,
});

export const refusing = (status: number, code: string): OwnCallAnswer => ({
  status,
  body: Buffer.from(JSON.stringify({ success: 0, data: null, errors: [{ code, message: code }] })),
  cookies: [],
});

/** Creates a site in English and Spanish whose plain forms call an upstream that responds immediately. */
export function formSite(answer: OwnCallAnswer | undefined): FormSite {
  const { brand } = testBrand('ash', { locales: ['en', 'es'] });
  const seen: AskedCall[] = [];
  const forms = createPlainForms(async (_brand, _request, call, params, context) => {
    seen.push({ call: call.name, params, context });
    return site.answer;
  });
  const site: FormSite = {
    seen,
    answer,
    send: (form, fields, contentType = 'application/x-www-form-urlencoded') =>
      handleInMemory((message, response) => forms.receive(form, brand, parsedRequest('/'), message, response), '/', {
        method: 'POST',
        headers: { 'content-type': contentType },
        body: String(new URLSearchParams(fields.map(([name, value]) => [name, value]))),
      }),
  };
  return site;
}
