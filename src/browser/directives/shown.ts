import type { ClientDirective } from 'astro';
import { whenShown } from '#src/lib/when-shown.ts';

/** `client:shown`: an island hydrates once its page is shown, and not while the browser renders the page ahead. */
const shown: ClientDirective = (load) => {
  const hydrate = async () => {
    const start = await load();
    await start();
  };
  whenShown(() => void hydrate());
};

export default shown;
