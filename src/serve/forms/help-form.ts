import * as v from 'valibot';
import { eventHelpClick } from '#src/contract/calls/help-event.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { FormAnswer } from '#src/routes/plain-forms.ts';
import { deviceOf, type FormResult, formCallResult, type SentForm } from './form-call.ts';

/** Counts a visitor's help for an event, once per device. Redirects to the event's page, which shows the result. */
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
