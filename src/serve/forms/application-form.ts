import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { translatorApply } from '#src/contract/calls/translator.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { FormAnswer } from '#src/routes/plain-forms.ts';
import { deviceOf, type FormResult, formCallResult, type SentForm } from './form-call.ts';

/**
 * Handles a translator's application. Redirects to the confirmation, to the upstream's error, or to the first invalid
 * field of the form.
 */
export async function receiveApplication({ fields, locale, brand, request, ask }: SentForm): Promise<FormResult> {
  const page = createPaths(locale).translator();
  const { success, output, issues } = v.safeParse(translatorApply.params, applicationOf(fields));
  if (!success) return { location: `${page}#apply-${fieldOf(issues[0])}` };
  const context = { locale: LOCALES[locale], deviceUuid: deviceOf(fields) };
  const { code } = formCallResult(await ask(brand, request, translatorApply, output, context));
  return { location: `${page}#application-${code === undefined ? 'sent' : (FAILURES[code] ?? 'unknown')}` };
}

function applicationOf(fields: URLSearchParams): Record<string, unknown> {
  const text = (name: string) => (fields.get(name) ?? '').replaceAll('\r\n', '\n');
  return {
    ...Object.fromEntries(['name', 'email', 'native', 'about'].map((name) => [name, text(name)])),
    languages: fields.getAll('languages'),
    books: fields.getAll('books').map(Number),
    consent: fields.has('consent'),
    // The field is set by the page's script, if that runs (src/features/translators/application-form.inline.ts).
    key: text('key') || randomUUID(),
  };
}

const fieldOf = (issue: v.BaseIssue<unknown>) => String(v.getDotPath(issue) ?? '').replace(/\W.*/, '');

const FAILURES: Readonly<Record<string, FormAnswer<'application'>>> = {
  CONFLICT: 'taken',
  BAD_REQUEST: 'input',
  RATE_LIMITED: 'often',
  CLIENT_NETWORK: 'network',
};
