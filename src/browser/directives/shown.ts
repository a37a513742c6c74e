import type { ClientDirective } from 'astro';
import { whenShown } from '#src/lib/when-shown.ts';

/** At the latest so long after the page is shown, ms. */
const IDLE_LIMIT_MS = 2000;

/**
 * `client:shown`: an island hydrates once its page is shown, and not while the browser renders the page ahead. With `idle`
 * it waits until the browser has nothing to do.
 */
const shown: ClientDirective = (load, options) => {
  const hydrate = async () => {
    const start = await load();
    await start();
  };
  whenShown(() => {
    if (options.value === 'idle' && 'requestIdleCallback' in window)
      requestIdleCallback(() => void hydrate(), { timeout: IDLE_LIMIT_MS });
    else void hydrate();
  });
};

export default shown;
