import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

const USES = ['scroll', 'touchstart', 'touchend', 'keydown', 'pointerdown', 'click'];

type OnUse = Pick<typeof import('./on-use.ts'), 'startOnUse'>;

/**
 * Loads the code that a page needs after the first interaction (on-use.ts). If loading fails, retries on the next
 * interaction. Touches before that are replayed, because they may be swipes. Loads the code immediately if there is a
 * list position to restore, if tags are hidden, or if data could not be stored.
 */
export function loadWhenUsed(load: () => Promise<OnUse> = () => import('./on-use.ts')): void {
  const touches: Event[] = [];
  let isLoading = false;
  const start = async () => {
    if (isLoading) return;
    isLoading = true;
    const { startOnUse } = await load().catch((error: unknown) => {
      isLoading = false;
      throw error;
    });
    for (const type of USES) removeEventListener(type, use, true);
    startOnUse();
    for (const touch of touches) touch.target?.dispatchEvent(touch);
  };
  const use = (event: Event) => {
    if (event.type.startsWith('touch')) touches.push(event);
    void start();
  };
  for (const type of USES) addEventListener(type, use, { capture: true, passive: true });
  // The previous page may have passed on its notice in the window's name (unsaved.ts).
  const isUnsaved = document.documentElement.dataset['unsaved'] || self.name;
  if (isUnsaved || history.state?.list || device.get(keys.HIDDEN_TAGS)) void start();
}
