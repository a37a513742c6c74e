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
  const sent = useSubmission();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    setMissing(wanted === '');
    if (wanted !== '') void sent.send(() => rename(wanted));
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
      <SubmitWithResult sent={sent} error={sent.error && t(accountErrorKey(sent.error))} done={t('saved')}>
        <button type="submit" className="button" disabled={sent.busy}>
          {t(sent.busy ? 'wait' : 'save')}
        </button>
      </SubmitWithResult>
    </form>
  );
}
