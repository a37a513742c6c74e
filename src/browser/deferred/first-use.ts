import { device } from './json-storage.ts';

const USES = ['scroll', 'touchstart', 'touchend', 'keydown', 'pointerdown', 'click'];

type OnUse = Pick<typeof import('./on-use.ts'), 'startOnUse'>;

/**
 * Loads what a page does from its first use on (on-use.ts), again with the next one where it failed. Touches are handed on: they may be a swipe. Where
 * something was kept for a list it is loaded at once.
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
  if (history.state?.list || device.get('lectern:hidden-tags') || document.documentElement.dataset['unsaved'])
    void start();
}
