import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { closePanels, type Panel } from '#src/stores/reader-panels.ts';
import { Icon } from '../../ui/Icon.tsx';

interface PanelFrameProps {
  readonly id: string;
  readonly name: Panel;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** Panels that are of use only while the text beside them shows. */
const BESIDE: readonly Panel[] = ['type', 'listen', 'find'];

/** From this width on panels stand at the side, and the text stays in reach. */
const WIDE = '(min-width: 1000px)';

/** A sheet from below, or a panel at the side of a wide page. */
export function PanelFrame({ id, name, title, closeLabel, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (BESIDE.includes(name) || matchMedia(WIDE).matches) element?.show();
    else element?.showModal();
    return () => element?.close();
  }, [name]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which the dialog and the reader's keys have.
    <dialog
      ref={dialog}
      id={id}
      className={`reader-panel reader-${name}`}
      aria-label={title}
      onCancel={closePanels}
      onClick={closeOnGround}
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

/** A click on the ground behind a modal dialog has the dialog itself as its target, and lies outside of it. */
function closeOnGround({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): void {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const inside = x >= left && x <= right && y >= top && y <= bottom;
  if (target === currentTarget && !inside) closePanels();
}
