import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly label: string;
  /** What the field expects. */
  readonly hint?: string | undefined;
  /** What is wrong with what it holds. */
  readonly fault?: string | undefined;
  /** A control inside the field. */
  readonly children?: ReactNode;
}

/** A field with its label; hint and fault are read out with it. */
export function Field({ label, hint, fault, children, ...input }: FieldProps) {
  const id = useId();
  const about = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-box">
        <input id={id} aria-invalid={fault !== undefined} aria-describedby={about || undefined} {...input} />
        {children}
      </span>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      {fault !== undefined && (
        <small id={`${id}-fault`} className="field-fault">
          {fault}
        </small>
      )}
    </div>
  );
}
