import { type ComponentType, useEffect, useState } from 'react';
import { isPlain } from '#src/shell/island/plain-click.ts';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { $marks, $vertical } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import * as keys from '#src/shell/state/storage-keys.ts';
import { $lookUp } from '../links/state.ts';
import { isPageTurn } from '../paginated/tap-zones.ts';
import { $panel } from '../state/reader-panels.ts';
import type { PanelProps } from './panel.ts';

/**
 * Loads the tools for marks, notes, pictures, wide tables and reading aloud. They load when the page contains an
 * element that needs them, or when the visitor uses a tool.
 */
export function LazyTextTools(props: PanelProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => whenNeeded(() => void loadTools().then(setLoaded, () => undefined)), []);
  // React runs the effects of children first, so the tools have already added their listeners.
  useEffect(() => {
    if (!loaded) return;
    // Repeats the selection event that triggered the loading, because the tools were not listening yet.
    document.dispatchEvent(new Event('selectionchange'));
    loaded.release();
  }, [loaded]);
  return loaded && <loaded.Tools {...props} />;
}

interface Loaded {
  readonly Tools: ComponentType<PanelProps>;
  /** Repeats the click that was held back while the tools loaded. */
  release(): void;
}

async function loadTools(): Promise<Loaded> {
  const release = holdClick();
  try {
    const { TextTools } = await import('../text/TextTools.tsx');
    return { Tools: TextTools, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Elements of a chapter whose clicks the tools handle. */
const ACTIVE = '[data-reader-text] :is(img, a[href*="#"]:not([href^="https:"]))';

/**
 * Holds back clicks on pictures and on links within the book until the tools have loaded. Returns a function that
 * repeats the last click.
 */
function holdClick(): () => void {
  let heldElement: HTMLElement | null = null;
  const hold = (event: MouseEvent) => {
    const active = event.target instanceof Element ? event.target.closest<HTMLElement>(ACTIVE) : null;
    if (!active || !isPlain(event) || (active.localName === 'img' && isPageTurn(event))) return;
    event.preventDefault();
    event.stopPropagation();
    heldElement = active;
  };
  document.addEventListener('click', hold, true);
  return () => {
    document.removeEventListener('click', hold, true);
    heldElement?.click();
  };
}

const isNeeded = (): boolean =>
  $marks.get().length > 0 ||
  $vertical.get() ||
  $panel.get() !== null ||
  location.hash !== '' ||
  $lookUp.get() !== null ||
  platform().tabStorage.get(keys.LISTEN_ON) !== null ||
  document.querySelector(`${ACTIVE}, [data-reader-text] table`) !== null;

function whenNeeded(act: () => void): () => void {
  const check = () => {
    if (!isNeeded()) return;
    stop();
    act();
  };
  const onSelection = () => {
    if (getSelection()?.isCollapsed !== false) return;
    stop();
    act();
  };
  const unlisten = [$panel.listen(check), $marks.listen(check)];
  const stop = () => {
    for (const end of unlisten) end();
    document.removeEventListener(CHAPTER_EVENT, check);
    removeEventListener('hashchange', check);
    document.removeEventListener('selectionchange', onSelection);
  };
  document.addEventListener(CHAPTER_EVENT, check);
  addEventListener('hashchange', check);
  document.addEventListener('selectionchange', onSelection);
  check();
  return stop;
}
