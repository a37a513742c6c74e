import { type FormEvent, type ReactNode, useState } from 'react';
import { signInErrorKey } from '../ui/error-keys.ts';
import type { AreaT } from '../ui/use-island.ts';
import type { Submission } from './use-submission.ts';

interface SingleFieldFormProps<K> {
  readonly t: AreaT<'account'>;
  readonly submission: Submission;
  readonly className: string;
  /** What the form is for, in words. */
  readonly lead: string;
  /** Of the button. */
  readonly action: string;
  /** Name of the field. */
  readonly name: string;
  /** Text key of what is wrong with the value. */
  readonly check: (value: string) => K | undefined;
  /** Sends a value that is right. */
  readonly onValue: (value: string) => void;
  /** @param wrong text key of what is wrong with what was sent last */
  readonly field: (wrong: K | undefined) => ReactNode;
}

/** A form of one field: checked here first, then sent. */
export function SingleFieldForm<K>(props: SingleFieldFormProps<K>) {
  const { t, submission, className, lead, action, name, check, onValue, field } = props;
  const { busy, error } = submission;
  const [wrong, setWrong] = useState<K>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get(name) ?? '');
    const problem = check(value);
    setWrong(() => problem);
    if (problem === undefined) onValue(value);
  };
  return (
    <form className={className} method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <p>{lead}</p>
      {field(wrong)}
      <p className="form-error" role="alert">
        {error !== undefined && t(signInErrorKey(error))}
      </p>
      <button type="submit" className="button" disabled={busy}>
        {busy ? t('wait') : action}
      </button>
    </form>
  );
}
