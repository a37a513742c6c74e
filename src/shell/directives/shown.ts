import type { ClientDirective } from 'astro';
import { whenShown } from '#src/lib/when-shown.ts';

/**
 * `client:shown`: hydrates an island when its page is visible, but not while the browser prerenders the page. With
 * `client:shown="book"`, only if the address has this query parameter.
 */
const shown: ClientDirective = (load, { value }) => {
  if (typeof value === 'string' && !new URLSearchParams(location.search).has(value)) return;
  const hydrate = async () => {
    const start = await load();
    await start();
  };
  whenShown(() => void hydrate());
};

export default shown;
