import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { reportAdd } from '#src/contract/calls/report.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import { reportAnswer } from '#src/routes/plain-forms.ts';
import { deviceOf, type FormResult, formCallResult, type SentForm } from './form-call.ts';

/** Handles a reader's report about a chapter. Redirects to the chapter, which shows the result. */
export async function receiveReport({ fields, locale, brand, request, ask }: SentForm): Promise<FormResult> {
  const paths = createPaths(locale);
  const [book, chapter] = ['book', 'chapter'].map((name) => Number(fields.get(name)));
  if (!isId(book) || !isId(chapter)) return { location: paths.home() };
  const page = paths.reader(book, chapter);
  const { success, output } = v.safeParse(reportAdd.params, reportOf(fields, { book_id: book, chapter_id: chapter }));
  if (!success) return { location: `${page}#report-input` };
  const context = { locale: LOCALES[locale], deviceUuid: deviceOf(fields) };
  const { code } = formCallResult(await ask(brand, request, reportAdd, output, context));
  return { location: `${page}#report-${reportAnswer(code)}` };
}

const isId = (value: number | undefined): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function reportOf(fields: URLSearchParams, ids: { readonly book_id: number; readonly chapter_id: number }) {
  const text = (name: string) => (fields.get(name) ?? '').replaceAll('\r\n', '\n');
  // The field is set by the page's script, if that runs (src/features/reader/report-form.inline.ts).
  const key = text('key') || randomUUID();
  return { ...ids, kind: text('kind'), passage: text('passage'), text: text('text'), key };
}
