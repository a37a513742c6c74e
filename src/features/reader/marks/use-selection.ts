import { useEffect, useState } from 'react';
import { type ChapterSelection, readSelection } from './selection.ts';

/**
 * A selection that has not changed for this long is complete. Must be longer than the pauses while a finger drags the
 * end of a selection.
 */
const SETTLED_MS = 300;

/** The selected text, when the selection is complete, and a function that clears the selection. */
export function useSelection(): [selected: ChapterSelection | null, clear: () => void] {
  const [selected, setSelected] = useState<ChapterSelection | null>(() => readSelection());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const read = () => {
      if (!isPressed) setSelected(readSelection());
    };
    const changed = () => {
      clearTimeout(timer);
      timer = setTimeout(read, SETTLED_MS);
    };
    const pressed = (event: PointerEvent) => {
      isPressed = event.type === 'pointerdown' && event.pointerType === 'mouse';
      changed();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('selectionchange', changed, { signal });
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
      document.addEventListener(type, pressed, { signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  const clear = () => {
    getSelection()?.removeAllRanges();
    setSelected(null);
  };
  return [selected, clear];
}
