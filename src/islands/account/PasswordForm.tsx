import { type FormEvent, useState } from 'react';
import { $hasPassword } from '#src/stores/account-lists.ts';
import { changePassword, loadDevices } from '#src/stores/account-settings.ts';
import { newPasswordProblem } from '../login/field-problems.ts';
import { PasswordField } from '../login/fields.tsx';
import { useSubmission } from '../login/use-submission.ts';
import { accountErrorKey } from '../ui/error-keys.ts';
import type { AreaT } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { SubmitWithResult } from './SubmitWithResult.tsx';

type Wrong = ReturnType<typeof newPasswordProblem>;

/** A new password; an account without one is not asked for the one before. */
export function PasswordForm({ t }: { readonly t: AreaT<'account'> }) {
  const hasOne = useStored($hasPassword, true);
  const [wrong, setWrong] = useState<{ current?: Wrong; password?: Wrong }>({});
  const sent = useSubmission();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = (name: string) => String(new FormData(form).get(name) ?? '');
    const current = hasOne && field('current') === '' ? 'password-missing' : undefined;
    const password = newPasswordProblem(field('password'));
    setWrong({ current, password });
    if (current ?? password) return;
    if (!(await sent.send(() => changePassword(field('current'), field('password'))))) return;
    form.reset();
    await loadDevices();
  };
  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      {hasOne && (
        <PasswordField
          t={t}
          fresh={false}
          name="current"
          label={t('current-password')}
          error={wrong.current && t(wrong.current)}
        />
      )}
      <PasswordField t={t} fresh label={t('new-password')} error={wrong.password && t(wrong.password)} />
      <SubmitWithResult sent={sent} error={sent.error && t(accountErrorKey(sent.error))} done={t('password-changed')}>
        <button type="submit" className="button" disabled={sent.busy}>
          {t(sent.busy ? 'wait' : 'change-password')}
        </button>
      </SubmitWithResult>
    </form>
  );
}
