import { createApp } from 'astro/app/entrypoint';

/** The built site: renders one request to one whole response. */
export const app = createApp({ streaming: false });

// A page's module is asked for once and not, as a dynamic import is, looked up again for each page.
for (const [component, load] of app.manifest.pageMap ?? []) app.manifest.pageMap?.set(component, once(load));

function once<T>(load: () => T): () => T {
  let loaded: { readonly of: T } | undefined;
  return () => {
    loaded ??= { of: load() };
    return loaded.of;
  };
}

/** Pages are then rendered without a policy of their own, which takes a hash of each script: the front sends the bundle's. */
export function leaveOutPolicy(): void {
  app.manifest.shouldInjectCspMetaTags = false;
}
