import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import type { AreaT } from './use-island.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly label: string;
  /** What to enter. */
  readonly hint?: string | undefined;
  /** Why the value is invalid. */
  readonly error?: string | undefined;
  /** A control shown inside the field. */
  readonly children?: ReactNode;
}

/** A field with its label. Its hint and error are its accessible description. */
export function Field({ label, hint, error, children, ...input }: FieldProps) {
  const id = useId();
  const descriptionIds = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-box">
        <input id={id} aria-invalid={error !== undefined} aria-describedby={descriptionIds || undefined} {...input} />
        {children}
      </span>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      {error !== undefined && (
        <small id={`${id}-error`} className="field-error">
          {error}
        </small>
      )}
    </div>
  );
}

interface EmailFieldProps {
  readonly t: AreaT<'account'>;
  readonly error: string | undefined;
}

export function EmailField({ t, error }: EmailFieldProps) {
  return (
    <Field
      name="email"
      type="email"
      label={t('email')}
      error={error}
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
    />
  );
}

interface PasswordFieldProps {
  readonly t: AreaT<'account'>;
  /** Whether the visitor chooses a new password. */
  readonly fresh: boolean;
  readonly error: string | undefined;
  readonly name?: string;
  readonly label?: string;
}

/** A password field with a button to show its value. */
export function PasswordField({ t, fresh, error, name = 'password', label = t('password') }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      name={name}
      type={shown ? 'text' : 'password'}
      label={label}
      hint={fresh ? t('password-hint') : undefined}
      error={error}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      minLength={fresh ? 8 : 1}
      maxLength={200}
      required
    >
      <button
        type="button"
        className="tool"
        aria-label={t('show-password')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} />
      </button>
    </Field>
  );
}
