import { openDialog } from '../panels/open-dialog.ts';
import type { Panel } from '../state/reader-panels.ts';

/** The panel that was opened before React had loaded, if it is open and has this name. */
export const earlyPanelOf = (name: Panel): HTMLDialogElement | null =>
  document.querySelector<HTMLDialogElement>(`[data-early-panel][open][data-panel=${name}]`);

/** Opens the dialog of a panel in place of the early panel, with the same scroll position and focused control. */
export function replaceEarlyPanel(early: HTMLDialogElement, dialog: HTMLDialogElement, name: Panel): void {
  const focused = controlsOf(early).indexOf(document.activeElement);
  const { scrollTop } = early;
  // Closing it first returns the focus to the bar, where it returns again when the new dialog is closed.
  early.close();
  early.remove();
  openDialog(dialog, name);
  dialog.scrollTop = scrollTop;
  const control = controlsOf(dialog)[focused];
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

const controlsOf = (dialog: Element): (Element | null)[] => [
  ...dialog.querySelectorAll('a[href], button, input, select'),
];
