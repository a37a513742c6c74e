import { createApp } from 'astro/app/entrypoint';

/** The server entry of the built site: renders one request to one whole response. */
export const app = createApp({ streaming: false });

// A page's module is imported once: a dynamic import for each page would look it up again.
for (const [component, load] of app.manifest.pageMap ?? []) app.manifest.pageMap?.set(component, once(load));

function once<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => {
    loaded ??= { value: load() };
    return loaded.value;
  };
}

/** Pages are then rendered without a policy of their own, which would hash every script: the server sends the bundle's. */
export function omitPolicy(): void {
  app.manifest.shouldInjectCspMetaTags = false;
}
