import type { AreaT } from '../ui/use-island.ts';
import { Field } from './Field.tsx';

interface EmailFieldProps {
  readonly t: AreaT<'account'>;
  readonly fault: string | undefined;
}

export function EmailField({ t, fault }: EmailFieldProps) {
  return (
    <Field
      name="email"
      type="email"
      label={t('email')}
      fault={fault}
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
    />
  );
}
