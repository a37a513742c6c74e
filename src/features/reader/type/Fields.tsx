import { Icon } from '#src/shell/island/Icon.tsx';

interface ChoiceProps<V extends string | number> {
  readonly label: string;
  readonly name: string;
  readonly options: readonly (readonly [value: V, label: string])[];
  readonly chosen: V;
  readonly onChoose: (value: V) => void;
}

/** Radio buttons for a choice between a few options, side by side. */
export function Choice<V extends string | number>({ label, name, options, chosen, onChoose }: ChoiceProps<V>) {
  return (
    <fieldset className={`reader-choice reader-choice-${name}`}>
      <legend>{label}</legend>
      <div>
        {options.map(([value, text]) => (
          <label key={value} data-value={value}>
            <input
              type="radio"
              className="said"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <label className="reader-switch">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}

interface StepperProps {
  readonly label: string;
  readonly value: string | number;
  readonly less: { readonly label: string; readonly act: () => void; readonly off: boolean };
  readonly more: { readonly label: string; readonly act: () => void; readonly off: boolean };
}

/** A value with buttons to decrease and increase it. */
export function Stepper({ label, value, less, more }: StepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be placed in line with its fields.
    <div className="reader-stepper" role="group" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <button type="button" aria-label={less.label} disabled={less.off} onClick={less.act}>
        <Icon name="minus" />
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={more.label} disabled={more.off} onClick={more.act}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
