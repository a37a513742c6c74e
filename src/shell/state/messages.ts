import { atom } from 'nanostores';
import { platform } from './platform.ts';

export const NOTIFICATION_MS = 3000;
export const TOAST_MS = 2000;

/** A text that disappears by itself. */
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

/** Red banner at the top: something failed (docs/product.md, section 8). */
export const [$notification, notify] = createMessage(NOTIFICATION_MS);

/** Toast in the middle: something was done (docs/product.md, section 9). */
export const [$toast, toast] = createMessage(TOAST_MS);

/** A toast about a change to a key's value. If the browser refused it, the page shows that message instead (unsaved.ts). */
export function toastSaved(key: string, text: string): void {
  if (platform().storage.fault(key) === undefined) toast(text);
}
