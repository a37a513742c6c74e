import type { SiteApp } from '#src/publish/bundle/index.ts';
import { type Renderer, renderPage } from '#src/serve/render/render-page.ts';

/** Renders in the calling thread, so that tests can replace the site with a function. */
export const localRenderer = (site: SiteApp): Renderer => ({
  render: (task) => renderPage(site, task),
  close: async () => {},
});
