import type { InputHTMLAttributes } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly label: string;
  /** What the field expects. */
  readonly hint?: string | undefined;
}

export function Field({ label, hint, ...input }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input {...input} />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
