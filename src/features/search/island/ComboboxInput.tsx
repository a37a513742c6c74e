import type { InputHTMLAttributes, KeyboardEvent } from 'react';
import { WORD_LENGTH } from '../state.ts';
import type { Combobox } from './use-combobox.ts';

interface ComboboxInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'required' | 'enterKeyHint'> {
  readonly combobox: Combobox;
  /** Id of the list. The id of an option is the list's id followed by the option's index. */
  readonly list: string;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Whether the options are being requested. */
  readonly busy?: boolean;
  readonly onType: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A search field that controls a list of options (ARIA combobox). */
export function ComboboxInput(props: ComboboxInputProps) {
  const { combobox, list, label, placeholder, value, busy, onType, onKeyDown, name, required, enterKeyHint } = props;
  const { field, shown, active, open, press } = combobox;
  const type = (text: string) => {
    open();
    onType(text);
  };
  return (
    <input
      ref={field}
      type="search"
      dir="auto"
      name={name}
      required={required}
      maxLength={WORD_LENGTH}
      enterKeyHint={enterKeyHint}
      autoComplete="off"
      role="combobox"
      aria-label={label}
      aria-expanded={shown}
      aria-controls={list}
      aria-autocomplete="list"
      aria-busy={busy}
      aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
      placeholder={placeholder}
      value={value}
      onChange={(event) => type(event.target.value)}
      onFocus={open}
      onKeyDown={onKeyDown ?? press}
    />
  );
}
