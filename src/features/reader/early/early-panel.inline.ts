import { isOnBackdrop } from '../panels/open-dialog.ts';
import { typeFields } from './type-fields.ts';

// Fills the frame of a panel before React has loaded (EarlyPanel.astro). The script is a file of its own, without modules
// that it shares with islands, so that it loads in one round trip. It changes stored settings itself.

/** A prop of an island as Astro serialises it: its type and its value. */
type Serialised = readonly [type: number, value: unknown];

/** The texts of the reader's island, by key. */
function readTexts(): Readonly<Record<string, string>> {
  const island = document.querySelector('astro-island[component-url*="ReaderControls"]');
  const { texts } = JSON.parse(island?.getAttribute('props') ?? '{}') as { texts?: Serialised };
  return Object.fromEntries(
    Object.entries(Object(texts?.[1]) as Record<string, Serialised>).map(([key, [, text]]) => [key, String(text)]),
  );
}

const frame = document.querySelector<HTMLDialogElement>('[data-early-panel]');
const body = frame?.querySelector('.reader-panel-body');
const waiting = [...(body?.childNodes ?? [])];
/** The panel also has a switch for vertical text there, which needs the reader. */
const isVertical = document.querySelector('[data-supports-vertical]') !== null;

function fill(): void {
  if (!frame?.open || !body) return;
  const isFilled = frame.dataset['panel'] === 'type' && !isVertical;
  frame.toggleAttribute('data-filled', isFilled);
  body.replaceChildren(...(isFilled ? typeFields(readTexts()) : waiting));
}

fill();
frame?.addEventListener('fill', fill);
frame?.addEventListener('click', (event) => {
  if (isOnBackdrop(frame, event)) frame.close();
});
