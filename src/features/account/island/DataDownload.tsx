import { accountErrorKey } from '#src/shell/island/error-keys.ts';
import { saveFile } from '#src/shell/island/save-file.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { exportData } from '../state/account-settings.ts';
import { SubmitWithResult } from './SubmitWithResult.tsx';

/** Saves all data stored about the visitor as a file. */
export function DataDownload({ t }: { readonly t: AreaT<'account'> }) {
  const submission = useSubmission();
  const save = async () => {
    const result = await exportData();
    if ('code' in result) return result.code;
    const name = `my-data-${new Date().toISOString().slice(0, 10)}.json`;
    saveFile({ name, type: 'application/json', text: result.text });
    return undefined;
  };
  return (
    <div className="login-form">
      <p>{t('my-data-lead')}</p>
      <SubmitWithResult
        submission={submission}
        error={submission.error && t(accountErrorKey(submission.error))}
        done={t('my-data-saved')}
      >
        <button type="button" className="button" disabled={submission.busy} onClick={() => void submission.send(save)}>
          {t(submission.busy ? 'wait' : 'my-data-download')}
        </button>
      </SubmitWithResult>
    </div>
  );
}
