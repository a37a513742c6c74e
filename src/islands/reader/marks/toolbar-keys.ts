import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go from tool to tool; the reader hears none of them. */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  event.stopPropagation();
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = document.activeElement instanceof HTMLElement ? tools.indexOf(document.activeElement) : -1;
  tools[(at + step + tools.length) % tools.length]?.focus();
}
