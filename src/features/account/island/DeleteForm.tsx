import { type FormEvent, useState } from 'react';
import { accountErrorKey } from '#src/shell/island/error-keys.ts';
import { Field, PasswordField } from '#src/shell/island/fields.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { $hasPassword } from '../state/account-lists.ts';
import type { deleteAccount } from '../state/account-settings.ts';
import { SubmitWithResult } from './SubmitWithResult.tsx';

interface DeleteFormProps {
  readonly island: Island<'account'>;
  readonly remove: typeof deleteAccount;
}

/**
 * The form that deletes the account after the visitor has entered their password or, without one, their email address.
 */
export function DeleteForm({ island, remove }: DeleteFormProps) {
  const { t } = island;
  const hasPassword = useStored($hasPassword, true);
  const [missing, setMissing] = useState(false);
  const submission = useSubmission();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const secret = String(new FormData(event.currentTarget).get('secret') ?? '');
    setMissing(secret === '');
    if (secret !== '') await submission.send(() => remove(secret));
  };
  const wrongSecretKey = hasPassword ? 'error-password' : 'error-address';
  const error =
    submission.error === 'WRONG_PASSWORD' ? wrongSecretKey : submission.error && accountErrorKey(submission.error);
  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <p>{t('delete-lead')}</p>
      {hasPassword ? (
        <PasswordField t={t} name="secret" fresh={false} error={missing ? t('password-missing') : undefined} />
      ) : (
        <Field
          name="secret"
          type="email"
          label={t('delete-email')}
          autoComplete="email"
          required
          error={missing ? t('email-missing') : undefined}
        />
      )}
      <SubmitWithResult submission={submission} error={error && t(error)} done="">
        <button type="submit" className="button button-danger" disabled={submission.busy}>
          {t(submission.busy ? 'wait' : 'delete-now')}
        </button>
      </SubmitWithResult>
    </form>
  );
}
