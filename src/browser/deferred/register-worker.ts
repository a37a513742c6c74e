const WORKER = '/sw.js';

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Registers the site's service worker once the page is there; without one the site goes on as before. */
export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const register = () => serviceWorker.register(trusted(WORKER)).catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}

/** The one policy of Trusted Types allows this address and no other (docs/develop/offline.md). */
function trusted(url: string): string {
  const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('lectern', {
    createScriptURL(asked) {
      if (asked !== WORKER) throw new TypeError(asked);
      return asked;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
