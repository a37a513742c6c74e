import type { ClientDirective } from 'astro';
import { whenShown } from '#src/lib/when-shown.ts';

/** `client:shown`: hydrates an island when its page is visible, but not while the browser prerenders the page. */
const shown: ClientDirective = (load) => {
  const hydrate = async () => {
    const start = await load();
    await start();
  };
  whenShown(() => void hydrate());
};

export default shown;
