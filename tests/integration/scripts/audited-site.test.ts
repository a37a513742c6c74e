import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { silentLog } from '#src/lib/log.ts';
import { createPageRendererPool } from '#src/rebuild/index.ts';
import { createSiteServer } from '#src/server/index.ts';
import { ensureBundle, loadSite } from '#src/site-bundle/index.ts';
import { audit } from '../../../scripts/audit/audit.ts';
import { createSiteClient } from '../../../scripts/audit/site-client.ts';
import { localRenderer } from '../../helpers/local-renderer.ts';
import { smallBook, startSmallApi } from '../../helpers/small-api.ts';
import { smallRebuild } from '../../helpers/small-rebuild.ts';
import { testState } from '../../helpers/test-state.ts';

const BOOKS = 60;

it('finds nothing on the running site of a brand', async () => {
  const state = await testState();
  const api = await startSmallApi(BOOKS);
  // Of each book its own text: two pages with the same would be found.
  api.write((writer) => {
    for (let number = 0; number < BOOKS; number += 1) {
      const book = smallBook(number);
      const chapters = book.chapters.map((chapter) => ({ ...chapter, html: `<p>Text ${number}.</p>` }));
      writer.putBook({ ...smallBook(number, { chapters }) });
    }
  });
  const site = await smallRebuild(api.origin);
  await using ending = new AsyncDisposableStack();
  ending.defer(() => state.remove());
  ending.defer(() => api.close());
  ending.defer(() => site.close());
  const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  const real = {
    bundle: async () => bundle,
    renderers: (made: Parameters<typeof createPageRendererPool>[0]) => createPageRendererPool(made, { threads: 1 }),
  };
  await site.run({}, real, { prerender: { books: 3 } });
  const server = createSiteServer({
    brands: [{ brand: site.brand, bundle: await bundleBrand(site.brand, resolve('node_modules')) }],
    state: site.state,
    renderer: localRenderer(await loadSite(bundle)),
    renderWaitMs: 60_000,
    upstreamOrigin: api.origin,
    proxies: [],
    log: silentLog,
    clientFolder: join(bundle.folder, 'client'),
  });
  ending.defer(() => server.close());
  const url = `http://127.0.0.1:${await server.listen(0)}`;
  const { hosts, locales } = site.brand;
  const client = createSiteClient(url, hosts[0] ?? '');
  ending.defer(() => client.close());
  const options = {
    client,
    url,
    hosts,
    locales,
    most: 10_000,
    mostHtml: 2,
    skip: ['accessibility'] as const,
    tell() {},
  };
  const { pages, findings } = await audit(options);
  expect(findings).toEqual([]);
  expect(pages).toBeGreaterThan(2 * BOOKS);
});
