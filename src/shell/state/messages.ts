import { atom } from 'nanostores';
import { platform } from './platform.ts';

export const NOTIFICATION_MS = 3000;
export const TOAST_MS = 2000;

/** A store for a message that disappears after `ms`, and a function that shows a message. */
function createMessage(ms: number) {
  const $message = atom<string | null>(null);
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const show = (text: string) => {
    $message.set(text);
    clearTimeout(hiding);
    hiding = setTimeout(() => $message.set(null), ms);
  };
  return [$message, show] as const;
}

/** The red banner at the top, for failures (docs/product.md, section 8). */
export const [$notification, notify] = createMessage(NOTIFICATION_MS);

/** The toast in the middle, for completed actions (docs/product.md, section 9). */
export const [$toast, toast] = createMessage(TOAST_MS);

/**
 * Shows a toast that confirms a stored change. If the browser could not store the value, the page shows a notice
 * instead (unsaved.ts).
 */
export function toastSaved(key: string, text: string): void {
  if (platform().storage.fault(key) === undefined) toast(text);
}
