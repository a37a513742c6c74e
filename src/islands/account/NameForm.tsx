import { type FormEvent, useState } from 'react';
import { rename } from '#src/stores/account-settings.ts';
import { Field } from '../login/fields.tsx';
import { useSubmission } from '../login/use-submission.ts';
import { accountErrorKey } from '../ui/error-keys.ts';
import type { AreaT } from '../ui/use-island.ts';
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
