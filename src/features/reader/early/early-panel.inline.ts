import { islandProps } from '#src/shell/island/early/island-props.ts';
import { isOnBackdrop } from '../panels/open-dialog.ts';
import { typeFields } from './type-fields.ts';

// Fills the frame of a panel before React has loaded (EarlyPanel.astro). The script is a file of its own, without modules
// that it shares with islands, so that it loads in one round trip. It changes stored settings itself.

interface Props {
  readonly texts: Readonly<Record<string, string>>;
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
  body.replaceChildren(...(isFilled ? typeFields(islandProps<Props>('ReaderControls')?.props.texts ?? {}) : waiting));
}

fill();
frame?.addEventListener('fill', fill);
frame?.addEventListener('click', (event) => {
  if (isOnBackdrop(frame, event)) frame.close();
});
