import { createApp } from 'astro/app/entrypoint';
import { createLog } from '#src/lib/log.ts';
import { createDirectRendering } from './direct-rendering.ts';
import { openPageShell } from './page-shell.ts';

/** The server entry of the built site: renders a request to a complete response. */
export const app = createApp({ streaming: false });

// Imports each page's module only once. Otherwise each rendering would resolve the dynamic import again.
for (const [component, load] of app.manifest.pageMap ?? []) app.manifest.pageMap?.set(component, once(load));

function once<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => {
    loaded ??= { value: load() };
    return loaded.value;
  };
}

/** Loads the code of every page in advance, so that the first visitor does not wait for it. */
export async function preloadPages(): Promise<void> {
  const modules = await Promise.all([...(app.manifest.pageMap?.values() ?? [])].map((load) => load()));
  await Promise.all(modules.map((module) => module.page()));
}

/** Set by the build. */
declare const LECTERN_PAGE_POLICY: string;

/** The Content-Security-Policy of all pages. */
export const policy: string = LECTERN_PAGE_POLICY;

interface Router {
  match(pathname: string): { readonly type: string; readonly route?: { readonly route: string } };
}

/** Renders the HTML of a prerendered page, without headers. */
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
