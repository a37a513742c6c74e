import { createApp } from 'astro/app/entrypoint';
import { createLog } from '#src/lib/log.ts';
import { createDirectRendering } from './direct-rendering.ts';
import { openPageShell } from './page-shell.ts';

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

interface Router {
  match(pathname: string): { readonly type: string; readonly route?: { readonly route: string } };
}

/** Renders a prerendered page without its headers. To be called after `omitPolicy`. */
export const renderFile = createDirectRendering({
  routeOf(pathname) {
    const { router } = app.manifestData as { readonly router?: Router };
    return router?.match(pathname).route?.route;
  },
  openShell: openPageShell,
  async renderRequest({ brand, path, model }) {
    const response = await app.render(new Request(brand.origin + path), { locals: { brand, model, path } });
    return { status: response.status, html: new Uint8Array(await response.arrayBuffer()) };
  },
  warn: (message, fields) => createLog().warn(message, fields),
});
