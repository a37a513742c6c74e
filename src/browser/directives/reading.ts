import type { ClientDirective } from 'astro';
import { whenShown } from '#src/lib/when-shown.ts';

/** Who has a chapter on the screen for so long reads it, ms. */
const READING_MS = 10_000;
const INPUTS = ['pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'click'];

/**
 * `client:reading`: an island hydrates with the first input anywhere on the page, or once the page has been shown for ten
 * seconds. Where the root has `data-awake` (browser/inline/early-clicks.js) it only waits for the browser to be idle.
 */
const reading: ClientDirective = (load, _options, element) => {
  let isAwake = false;
  const hydrate = async () => {
    if (isAwake) return;
    isAwake = true;
    const start = await load();
    await start();
  };
  for (const type of INPUTS) addEventListener(type, hydrate, { capture: true, once: true, passive: true });
  whenShown(() => {
    if (element.closest('[data-awake]')) (globalThis.requestIdleCallback ?? setTimeout)(hydrate);
    else setTimeout(hydrate, READING_MS);
  });
};

export default reading;
