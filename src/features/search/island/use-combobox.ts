import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Option } from './options.ts';

export interface Combobox {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Whether the list is open. */
  readonly shown: boolean;
  /** Index of the active option; -1 if none is active. */
  readonly active: number;
  open(): void;
  close(): void;
  press(event: KeyboardEvent): void;
}

/**
 * Keyboard control of a field with a list of options (ARIA combobox): arrow keys move, Enter selects, Escape closes.
 */
export function useCombobox(options: readonly Option[], select: (option: Option) => void): Combobox {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const shown = isOpen && options.length > 0;

  // The island hydrates when the field gets the focus, so the focus event was fired before its listener was attached.
  useEffect(() => setOpen(document.activeElement === field.current), []);

  const show = (open: boolean, at: number) => {
    setOpen(open);
    setActive(at);
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = shown ? options[active] : undefined;
    const next = nextIndex(event.key, shown ? active : -1, options.length);
    if (event.key === 'Escape' && shown) show(false, -1);
    else if (event.key === 'Enter' && chosen) select(chosen);
    else if (next !== undefined) show(true, next);
    else return;
    event.preventDefault();
  };

  return { field, shown, active: shown ? active : -1, open: () => show(true, -1), close: () => show(false, -1), press };
}

/**
 * Index of the option that an arrow key leads to. Between the last and the first option, the index is -1: no option is
 * active.
 */
function nextIndex(key: string, active: number, count: number): number | undefined {
  if (count === 0 || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined;
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((active + 1 + step + places) % places) - 1;
}
