import { type RefObject, useEffect } from 'react';

const buttonsOf = (toolbar: HTMLElement): HTMLElement[] => [...toolbar.querySelectorAll<HTMLElement>('button')];

/** Makes one button of a toolbar a tab stop: the one that had the focus last. */
export function useSingleTabStop(toolbar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = toolbar.current;
    if (!element) return;
    const select = (selected: HTMLElement | undefined) => {
      for (const button of buttonsOf(element)) button.tabIndex = button === selected ? 0 : -1;
    };
    select(buttonsOf(element)[0]);
    const onFocus = ({ target }: FocusEvent) =>
      select(buttonsOf(element).find((button) => button.contains(target as Node)));
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [toolbar]);
}

/** Moves the focus within a toolbar. @returns whether the key is one that does so */
export function moveFocus(toolbar: HTMLElement, key: string): boolean {
  const buttons = buttonsOf(toolbar);
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined || at < 0) return false;
  buttons.at(to % buttons.length)?.focus();
  return true;
}
