import * as v from 'valibot';
import { ReaderReport, reportAdd } from '#src/contract/calls/report.ts';
import { type FormAnswer, reportAnswer } from '#src/lib/plain-forms.ts';
import { callUpstream } from './call-upstream.ts';
import { platform } from './platform.ts';

/** The tab keeps a report as it was sent (browser/inline/report-form.js). */
const KEY = 'lectern:report';

/** Sends a report, which the tab keeps until it has arrived. */
export async function sendReport(fields: Readonly<Record<string, unknown>>): Promise<FormAnswer<'report'>> {
  const { success, output } = v.safeParse(ReaderReport, fields);
  if (!success) return 'input';
  const { data, errors } = await callUpstream(reportAdd, output);
  const answer = data.report ? 'sent' : reportAnswer(errors[0]?.code ?? '');
  if (answer === 'sent') platform().tabStorage.set(KEY, null);
  return answer;
}
