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

/** Loads the code of every page now: a first visitor would wait for it. */
export async function preloadPages(): Promise<void> {
  const modules = await Promise.all([...(app.manifest.pageMap?.values() ?? [])].map((load) => load()));
  await Promise.all(modules.map((module) => module.page()));
}

/** Pages are then rendered without a policy of their own, which would hash every script: the server sends the bundle's. */
export function omitPolicy(): void {
  app.manifest.shouldInjectCspMetaTags = false;
}
