import { type FormEvent, useState } from 'react';
import { accountErrorKey } from '#src/shell/island/error-keys.ts';
import { Field } from '#src/shell/island/fields.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { rename } from '../state/account-settings.ts';
import { SubmitWithResult } from './SubmitWithResult.tsx';

interface NameFormProps {
  readonly t: AreaT<'account'>;
  readonly name: string;
}

export function NameForm({ t, name }: NameFormProps) {
  const [missing, setMissing] = useState(false);
  const submission = useSubmission();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newName = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    setMissing(newName === '');
    if (newName !== '') void submission.send(() => rename(newName));
  };
  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <Field
        name="name"
        label={t('name')}
        defaultValue={name}
        error={missing ? t('name-missing') : undefined}
        autoComplete="nickname"
        maxLength={80}
        required
      />
      <SubmitWithResult
        submission={submission}
        error={submission.error && t(accountErrorKey(submission.error))}
        done={t('saved')}
      >
        <button type="submit" className="button" disabled={submission.busy}>
          {t(submission.busy ? 'wait' : 'save')}
        </button>
      </SubmitWithResult>
    </form>
  );
}
