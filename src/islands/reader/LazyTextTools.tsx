import { type ComponentType, useEffect, useState } from 'react';
import { CHAPTER_EVENT } from '#src/lib/browser-events.ts';
import { $marks, $vertical } from '#src/stores/local-storage.ts';
import { $lookUp } from '#src/stores/look-up.ts';
import { platform } from '#src/stores/platform.ts';
import { $panel } from '#src/stores/reader-panels.ts';
import type { PanelProps } from './panel.ts';
import { isPlain } from './plain-click.ts';
import { LISTEN_ON } from './text/listen-on.ts';

/** Loads marks, notes, pictures, wide tables and the voice once the page has one of them, or the visitor asks for one. */
export function LazyTextTools(props: PanelProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => whenNeeded(() => void loadTools().then(setLoaded, () => undefined)), []);
  // The tools listen by now: effects of what is inside run first.
  useEffect(() => {
    if (!loaded) return;
    // The selection that asked for them was told of before they listened.
    document.dispatchEvent(new Event('selectionchange'));
    loaded.release();
  }, [loaded]);
  return loaded && <loaded.Tools {...props} />;
}

interface Loaded {
  readonly Tools: ComponentType<PanelProps>;
  /** Lets the click through that came while they were loaded. */
  release(): void;
}

async function loadTools(): Promise<Loaded> {
  const release = holdClick();
  try {
    const { TextTools } = await import('./text/TextTools.tsx');
    return { Tools: TextTools, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** What in a text answers to a click. */
const ACTIVE = '[data-reader-text] :is(img, a[href*="#"]:not([href^="https:"]))';

/** A click on a link of the book or a picture waits for what opens it: gives what lets the last one through. */
function holdClick(): () => void {
  let held: HTMLElement | null = null;
  const hold = (event: MouseEvent) => {
    const active = event.target instanceof Element ? event.target.closest<HTMLElement>(ACTIVE) : null;
    if (!active || !isPlain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    held = active;
  };
  document.addEventListener('click', hold, true);
  return () => {
    document.removeEventListener('click', hold, true);
    held?.click();
  };
}

const isNeeded = (): boolean =>
  $marks.get().length > 0 ||
  $vertical.get() ||
  $panel.get() !== null ||
  location.hash !== '' ||
  $lookUp.get() !== null ||
  platform().tabStorage.get(LISTEN_ON) !== null ||
  document.querySelector(`${ACTIVE}, [data-reader-text] table`) !== null;

function whenNeeded(act: () => void): () => void {
  const look = () => {
    if (!isNeeded()) return;
    stop();
    act();
  };
  const select = () => {
    if (getSelection()?.isCollapsed !== false) return;
    stop();
    act();
  };
  const unlisten = [$panel.listen(look), $marks.listen(look)];
  const stop = () => {
    for (const end of unlisten) end();
    document.removeEventListener(CHAPTER_EVENT, look);
    removeEventListener('hashchange', look);
    document.removeEventListener('selectionchange', select);
  };
  document.addEventListener(CHAPTER_EVENT, look);
  addEventListener('hashchange', look);
  document.addEventListener('selectionchange', select);
  look();
  return stop;
}
