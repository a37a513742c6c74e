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

/** Panels that are only useful while the text is visible. */
const NON_MODAL: readonly Panel[] = ['type', 'listen', 'find'];

/** From this width on, panels open at the side and the text stays usable. */
const WIDE = '(min-width: 1000px)';

/** A sheet at the bottom, or a side panel on wide screens. */
export function PanelFrame({ id, name, title, closeLabel, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closes the dialog before React removes it: only then does the browser restore focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (NON_MODAL.includes(name) || matchMedia(WIDE).matches) element?.show();
    else element?.showModal();
    return () => element?.close();
  }, [name]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same; the dialog and the reader's keys handle it.
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

/** A click on the backdrop of a modal dialog targets the dialog, but lies outside its box. */
function closeOnBackdrop({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): void {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const inside = x >= left && x <= right && y >= top && y <= bottom;
  if (target === currentTarget && !inside) closePanels();
}
