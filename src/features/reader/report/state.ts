import * as v from 'valibot';
import { ReaderReport, reportAdd } from '#src/contract/calls/report.ts';
import { type FormAnswer, reportAnswer } from '#src/routes/plain-forms.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { platform } from '#src/shell/state/platform.ts';
import * as keys from '#src/shell/state/storage-keys.ts';

/** Sends a report. The tab stores it until the upstream has accepted it (src/features/reader/report-form.inline.ts). */
export async function sendReport(fields: Readonly<Record<string, unknown>>): Promise<FormAnswer<'report'>> {
  const { success, output } = v.safeParse(ReaderReport, fields);
  if (!success) return 'input';
  const { data, errors } = await callUpstream(reportAdd, output);
  const answer = data.report ? 'sent' : reportAnswer(errors[0]?.code ?? '');
  if (answer === 'sent') platform().tabStorage.set(keys.REPORT_DRAFT, null);
  return answer;
}
