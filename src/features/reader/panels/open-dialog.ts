import type { Panel } from '../state/reader-panels.ts';

/** Panels that are shown without a backdrop, because they are only useful while the text is visible. */
const NON_MODAL: readonly Panel[] = ['type', 'listen', 'find'];

/** Whether the window is wide enough for panels to open at the side, where they do not block the text. */
export const isWide = (): boolean => matchMedia('(min-width: 1000px)').matches;

/** Opens the dialog of a panel. */
export function openDialog(dialog: HTMLDialogElement, name: Panel): void {
  if (NON_MODAL.includes(name) || isWide()) dialog.show();
  else dialog.showModal();
}

/**
 * Whether a click is on the backdrop of a dialog. The target of such a click is the dialog, but its position is outside
 * the dialog's box.
 */
export function isOnBackdrop(dialog: Element, { target, clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside = x >= left && x <= right && y >= top && y <= bottom;
  return target === dialog && !inside;
}
