import { join, resolve } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { createPageRendererPool } from '#src/rebuild/index.ts';
import { createSiteServer } from '#src/server/index.ts';
import { ensureBundle, loadSite } from '#src/site-bundle/index.ts';
import { ask, type RawResponse } from './http.ts';
import { localRenderer } from './local-renderer.ts';
import type { SmallApi } from './small-api.ts';
import { smallRebuild } from './small-rebuild.ts';
import { testState } from './test-state.ts';

/** A running site of one brand: the real pages over a small API, rebuilt once. */
export interface RealSite {
  readonly brand: Brand;
  /** Address of the server on this machine. */
  readonly url: string;
  /** First address of the brand. */
  readonly origin: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<RawResponse>;
  close(): Promise<void>;
}

export async function startRealSite(api: SmallApi, change?: Partial<Brand>): Promise<RealSite> {
  const state = await testState();
  const site = await smallRebuild(api.origin);
  const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  await site.run(
    {},
    { bundle: async () => bundle, renderers: (made) => createPageRendererPool(made, { threads: 1 }) },
    change,
  );
  const server = createSiteServer({
    brands: [{ brand: site.brand, bundle: await bundleBrand(site.brand, resolve('node_modules')) }],
    state: site.state,
    renderer: localRenderer(await loadSite(bundle)),
    // A busy machine takes its time.
    renderWaitMs: 60_000,
    upstreamOrigin: api.origin,
    proxies: [],
    log: silentLog,
    clientFolder: join(bundle.folder, 'client'),
  });
  const port = await server.listen(0);
  return {
    brand: site.brand,
    url: `http://127.0.0.1:${port}`,
    origin: `https://${site.brand.hosts[0]}`,
    get: (path, headers = {}) => ask(port, `${site.brand.id}.localhost`, path, { headers }),
    async close() {
      await server.close();
      await site.close();
      await state.remove();
    },
  };
}
