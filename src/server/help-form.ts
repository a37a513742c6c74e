import * as v from 'valibot';
import { eventHelpClick } from '#src/contract/calls/help-event.ts';
import { LOCALES } from '#src/contract/locales.ts';
import type { FormAnswer } from '#src/lib/plain-forms.ts';
import { createPaths } from '#src/routes/paths.ts';
import { deviceOf, type FormResult, formCallResult, type SentForm } from './form-call.ts';

/** Counts the help of a device: leads back to the event's page, which says how it went. */
export async function receiveHelp({ fields, locale, brand, request, ask }: SentForm): Promise<FormResult> {
  const paths = createPaths(locale);
  const { success, output } = v.safeParse(eventHelpClick.params, { active_id: Number(fields.get('event')) });
  const book = Number(fields.get('book'));
  if (!success || !Number.isSafeInteger(book) || book < 1) return { location: paths.home() };
  const context = { locale: LOCALES[locale], deviceUuid: deviceOf(fields) };
  const { code } = formCallResult(await ask(brand, request, eventHelpClick, output, context));
  return { location: `${paths.help(book, output.active_id)}#help-${answerOf(code)}` };
}

function answerOf(code: string | undefined): FormAnswer<'help'> {
  if (code === undefined) return 'clicked';
  return code === 'EVENT_EXPIRED' ? 'expired' : 'lost';
}
