import type { ClientDirective } from 'astro';
import { whenShown } from '#src/lib/when-shown.ts';

/** After a chapter has been visible for this long, the visitor is assumed to be reading it. */
const READING_MS = 10_000;
const INPUTS = ['pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'click'];

/**
 * `client:reading`: hydrates an island on the first input anywhere on the page, or after the page has been visible for ten
 * seconds. If the root has `data-awake` (src/features/reader/early-clicks.inline.ts), it only waits for an idle
 * browser.
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
