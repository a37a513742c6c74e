import { type FormEvent, type ReactNode, useState } from 'react';
import { signInErrorKey } from '#src/shell/island/error-keys.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import type { Submission } from '#src/shell/island/use-submission.ts';

interface SingleFieldFormProps<K> {
  readonly t: AreaT<'account'>;
  readonly submission: Submission;
  readonly className: string;
  /** Text above the field. */
  readonly lead: string;
  /** Label of the button. */
  readonly action: string;
  /** Name of the field. */
  readonly name: string;
  /** Returns the text key of the error for a value; undefined if the value is valid. */
  readonly check: (value: string) => K | undefined;
  /** Sends a valid value. */
  readonly onValue: (value: string) => void;
  /** Renders the field. @param wrong text key of the error for the submitted value; undefined if it is valid */
  readonly field: (wrong: K | undefined) => ReactNode;
}

/** A form with one field. Validates the value before it is sent. */
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
