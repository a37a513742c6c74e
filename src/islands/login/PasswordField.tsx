import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import type { AreaT } from '../ui/use-island.ts';
import { Field } from './Field.tsx';

interface PasswordFieldProps {
  readonly t: AreaT<'account'>;
  /** The password is being chosen. */
  readonly fresh: boolean;
  readonly fault: string | undefined;
  readonly name?: string;
  readonly label?: string;
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ t, fresh, fault, name = 'password', label = t('password') }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      name={name}
      type={shown ? 'text' : 'password'}
      label={label}
      hint={fresh ? t('password-hint') : undefined}
      fault={fault}
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
