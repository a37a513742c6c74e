import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';

interface DialogProps {
  readonly title: ReactNode;
  /** Label of the close button. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog that is open while rendered. Traps focus and restores it afterwards. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // Closes the dialog before React removes it; otherwise the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard equivalent is Escape, which the dialog element handles.
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onCancel={onClose}
      onClick={(event) => isOnBackdrop(event) && onClose()}
    >
      <h2 id={heading}>{title}</h2>
      {children}
      <button type="button" className="tool dialog-close" aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}

/**
 * Whether a click is on the dialog's backdrop. The target of such a click is the dialog, but its position is outside
 * the dialog's box.
 */
function isOnBackdrop({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const inside = x >= left && x <= right && y >= top && y <= bottom;
  return target === currentTarget && !inside;
}
