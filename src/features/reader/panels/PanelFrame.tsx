import { type MouseEvent, type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import { earlyPanelOf, replaceEarlyPanel } from '../early/take-over.ts';
import { closePanels, type Panel } from '../state/reader-panels.ts';
import { isOnBackdrop, openDialog } from './open-dialog.ts';

interface PanelFrameProps {
  readonly id: string;
  readonly name: Panel;
  readonly title: string;
  readonly closeLabel: string;
  /** Shown until the panel's content has loaded. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of a panel: a sheet at the bottom or, on wide screens, a panel at the side. If the visitor has opened the
 * panel before React had loaded, the early panel stays visible until the content has loaded.
 */
export function PanelFrame({ id, name, title, closeLabel, waiting, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closes the dialog before React removes it; otherwise the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const early = earlyPanelOf(name);
    early?.addEventListener('close', closePanels);
    if (element && !early) openDialog(element, name);
    return () => {
      early?.removeEventListener('close', closePanels);
      early?.close();
      element?.close();
    };
  }, [name]);

  const takeOver = () => {
    const early = earlyPanelOf(name);
    early?.removeEventListener('close', closePanels);
    if (early && dialog.current) replaceEarlyPanel(early, dialog.current, name);
  };

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
      <div className="reader-panel-head">
        <h2>{title}</h2>
        <button type="button" className="tool" aria-label={closeLabel} onClick={closePanels}>
          <Icon name="close" />
        </button>
      </div>
      <div className="reader-panel-body">
        <Suspense fallback={waiting}>
          {children}
          <Loaded onLoad={takeOver} />
        </Suspense>
      </div>
    </dialog>
  );
}

/** Calls `onLoad` when the content next to it has loaded. */
function Loaded({ onLoad }: { readonly onLoad: () => void }) {
  const load = useEffectEvent(onLoad);
  // Runs after the layout effect of the frame if both are mounted together, because that one belongs to a parent.
  useEffect(() => load(), []);
  return null;
}

function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
  if (isOnBackdrop(event.currentTarget, event.nativeEvent)) closePanels();
}
