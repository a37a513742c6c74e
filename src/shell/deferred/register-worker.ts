const WORKER = '/sw.js';

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Registers the site's service worker after the page has loaded; the site works without one. */
export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const register = () => serviceWorker.register(trusted(WORKER)).catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}

/**
 * Converts the worker's address to a trusted URL. The page's only Trusted Types policy accepts no other address
 * (docs/develop/offline.md).
 */
function trusted(url: string): string {
  const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('lectern', {
    createScriptURL(url) {
      if (url !== WORKER) throw new TypeError(url);
      return url;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
