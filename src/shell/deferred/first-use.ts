import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

const USES = ['scroll', 'touchstart', 'touchend', 'keydown', 'pointerdown', 'click'];

type OnUse = Pick<typeof import('./on-use.ts'), 'startOnUse'>;

/**
 * Loads what a page needs after the first interaction (on-use.ts). After a failure, retries on the next interaction.
 * Touches are replayed, because they may be swipes. Loads immediately if there is a list position to restore, if tags
 * are hidden, or if something could not be stored.
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
  // The name of the window may be a notice of the previous page (unsaved.ts).
  const isUnsaved = document.documentElement.dataset['unsaved'] || self.name;
  if (isUnsaved || history.state?.list || device.get(keys.HIDDEN_TAGS)) void start();
}
