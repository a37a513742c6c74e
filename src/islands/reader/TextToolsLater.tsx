import { type ComponentType, useEffect, useState } from 'react';
import { CHAPTER } from '#src/lib/signals.ts';
import { $panel } from '#src/stores/book.ts';
import { environment } from '#src/stores/environment.ts';
import { $marks, $vertical } from '#src/stores/local.ts';
import type { PanelProps } from './panel.ts';
import { LISTEN_ON } from './text/listen-on.ts';

/** Marks, notes, pictures and the voice are loaded with the first of them that there is, or that is asked for. */
export function TextToolsLater(props: PanelProps) {
  const [loaded, setLoaded] = useState<{ readonly Tools: ComponentType<PanelProps> } | null>(null);
  useEffect(() => whenWanted(() => void loadTools().then(setLoaded, () => undefined)), []);
  return loaded && <loaded.Tools {...props} />;
}

async function loadTools() {
  const { TextTools } = await import('./text/TextTools.tsx');
  // The selection that asked for them was told of before they listened.
  setTimeout(() => document.dispatchEvent(new Event('selectionchange')), 50);
  return { Tools: TextTools };
}

/** What in a text answers to a click. */
const ACTIVE = '[data-reader-text] :is(img, a[href^="#"])';

const isWanted = (): boolean =>
  $marks.get().length > 0 ||
  $vertical.get() ||
  $panel.get() !== null ||
  location.hash !== '' ||
  environment().tabStorage.get(LISTEN_ON) !== null ||
  document.querySelector(ACTIVE) !== null;

function whenWanted(act: () => void): () => void {
  const look = () => {
    if (!isWanted()) return;
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
    document.removeEventListener(CHAPTER, look);
    removeEventListener('hashchange', look);
    document.removeEventListener('selectionchange', select);
  };
  document.addEventListener(CHAPTER, look);
  addEventListener('hashchange', look);
  document.addEventListener('selectionchange', select);
  look();
  return stop;
}
