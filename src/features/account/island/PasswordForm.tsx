import { type FormEvent, useState } from 'react';
import { accountErrorKey } from '#src/shell/island/error-keys.ts';
import { newPasswordProblem } from '#src/shell/island/field-problems.ts';
import { PasswordField } from '#src/shell/island/fields.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { $hasPassword } from '../state/account-lists.ts';
import { changePassword, loadDevices } from '../state/account-settings.ts';
import { SubmitWithResult } from './SubmitWithResult.tsx';

type PasswordProblem = ReturnType<typeof newPasswordProblem>;

/** The form that sets a new password. It asks for the current password, if the account has one. */
export function PasswordForm({ t }: { readonly t: AreaT<'account'> }) {
  const hasPassword = useStored($hasPassword, true);
  const [problems, setProblems] = useState<{ current?: PasswordProblem; password?: PasswordProblem }>({});
  const submission = useSubmission();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = (name: string) => String(new FormData(form).get(name) ?? '');
    const current = hasPassword && field('current') === '' ? 'password-missing' : undefined;
    const password = newPasswordProblem(field('password'));
    setProblems({ current, password });
    if (current ?? password) return;
    if (!(await submission.send(() => changePassword(field('current'), field('password'))))) return;
    form.reset();
    await loadDevices();
  };
  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      {hasPassword && (
        <PasswordField
          t={t}
          fresh={false}
          name="current"
          label={t('current-password')}
          error={problems.current && t(problems.current)}
        />
      )}
      <PasswordField t={t} fresh label={t('new-password')} error={problems.password && t(problems.password)} />
      <SubmitWithResult
        submission={submission}
        error={submission.error && t(accountErrorKey(submission.error))}
        done={t('password-changed')}
      >
        <button type="submit" className="button" disabled={submission.busy}>
          {t(submission.busy ? 'wait' : 'change-password')}
        </button>
      </SubmitWithResult>
    </form>
  );
}
