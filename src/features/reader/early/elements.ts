import { element, icon } from '#src/shell/island/early/elements.ts';

interface Stepper {
  readonly label: string;
  /** Labels of the buttons. */
  readonly less: string;
  readonly more: string;
  /** Number of steps. */
  readonly count: number;
  /** The current step, from 0. */
  readonly step: number;
  textOf(step: number): string;
  onStep(step: number): void;
}

/** Has the same elements as `Stepper` of src/features/reader/type/Fields.tsx. The same applies to the other fields. */
export function stepper({ label, less, more, count, step: initial, textOf, onStep }: Stepper): HTMLElement {
  let step = initial;
  const output = element('output', { 'aria-live': 'polite' });
  const button = (name: string, path: string, by: number) => {
    const created = element('button', { type: 'button', 'aria-label': name }, icon(path));
    created.addEventListener('click', () => {
      step += by;
      onStep(step);
      update();
    });
    return created;
  };
  const [down, up] = [button(less, 'M5 12h14', -1), button(more, 'M5 12h14M12 5v14', 1)];
  const update = () => {
    output.textContent = textOf(step);
    down.disabled = step <= 0;
    up.disabled = step >= count - 1;
  };
  update();
  return element(
    'div',
    { class: 'reader-stepper', role: 'group', 'aria-label': label },
    element('span', { 'aria-hidden': 'true' }, label),
    down,
    output,
    up,
  );
}

interface Choice<V> {
  readonly label: string;
  readonly name: string;
  readonly options: readonly (readonly [value: V, label: string])[];
  readonly chosen: unknown;
  onChoose(value: V): void;
}

export function choice<V>({ label, name, options, chosen, onChoose }: Choice<V>): HTMLElement {
  const option = ([value, text]: readonly [V, string]) => {
    const radio = element('input', { type: 'radio', class: 'said', name, checked: value === chosen });
    radio.addEventListener('change', () => onChoose(value));
    return element('label', { 'data-value': String(value) }, radio, element('span', {}, text));
  };
  return element(
    'fieldset',
    { class: `reader-choice reader-choice-${name}` },
    element('legend', {}, label),
    element('div', {}, ...options.map(option)),
  );
}

export function toggle(label: string, on: boolean, onChange: (on: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', role: 'switch', 'aria-checked': String(on), checked: on });
  box.addEventListener('change', () => {
    box.setAttribute('aria-checked', String(box.checked));
    onChange(box.checked);
  });
  return element('label', { class: 'reader-switch' }, element('span', {}, label), box);
}
