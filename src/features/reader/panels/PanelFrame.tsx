import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import { closePanels, type Panel } from '../state/reader-panels.ts';

interface PanelFrameProps {
  readonly id: string;
  readonly name: Panel;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** Panels that are shown without a backdrop, because they are only useful while the text is visible. */
const NON_MODAL: readonly Panel[] = ['type', 'listen', 'find'];

/** Windows that are wide enough for panels to open at the side, where they do not block the text. */
const WIDE = '(min-width: 1000px)';

/** The frame of a panel: a sheet at the bottom or, on wide screens, a panel at the side. */
export function PanelFrame({ id, name, title, closeLabel, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closes the dialog before React removes it; otherwise the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (NON_MODAL.includes(name) || matchMedia(WIDE).matches) element?.show();
    else element?.showModal();
    return () => element?.close();
  }, [name]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard equivalent is Escape, which the dialog and the reader's keys handle.
    <dialog
      ref={dialog}
      id={id}
      className={`reader-panel reader-${name}`}
      aria-label={title}
      onCancel={closePanels}
      onClick={closeOnBackdrop}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" className="tool" aria-label={closeLabel} onClick={closePanels}>
          <Icon name="close" />
        </button>
      </header>
      <div className="reader-panel-body">{children}</div>
    </dialog>
  );
}

/**
 * Closes the dialog on a click on its backdrop. The target of such a click is the dialog, but its position is outside
 * the dialog's box.
 */
function closeOnBackdrop({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): void {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const inside = x >= left && x <= right && y >= top && y <= bottom;
  if (target === currentTarget && !inside) closePanels();
}
