import { type Renderer, renderPage } from '#src/server/render-page.ts';
import type { SiteApp } from '#src/site-bundle/index.ts';

/** Renders in the calling thread, so that a test can put a function in the place of the site. */
export const localRenderer = (site: SiteApp): Renderer => ({
  render: (task) => renderPage(site, task),
  close: async () => {},
});
