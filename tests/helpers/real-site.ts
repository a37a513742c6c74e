import { join, resolve } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle, loadSite } from '#src/publish/bundle/index.ts';
import { createPageRendererPool } from '#src/publish/rebuild/index.ts';
import { createSiteServer } from '#src/serve/index.ts';
import { ask, type RawResponse } from './http.ts';
import { localRenderer } from './local-renderer.ts';
import type { SmallApi } from './small-api.ts';
import { smallRebuild } from './small-rebuild.ts';
import { testState } from './test-state.ts';

/** A running site of one brand: the real pages with a small API, rebuilt once. */
export interface RealSite {
  readonly brand: Brand;
  /** URL at which the server listens on this machine. */
  readonly url: string;
  /** Origin of the brand's first host. */
  readonly origin: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<RawResponse>;
  close(): Promise<void>;
}

export async function startRealSite(api: SmallApi, change?: Partial<Brand>): Promise<RealSite> {
  const state = await testState();
  const site = await smallRebuild(api.origin);
  const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  await site.run(
    { mode: 'night' },
    { bundle: async () => bundle, renderers: (made) => createPageRendererPool(made, { threads: 1 }) },
    change,
  );
  const server = createSiteServer({
    brands: [{ brand: site.brand, bundle: await bundleBrand(site.brand, resolve('node_modules')) }],
    state: site.state,
    renderer: localRenderer(await loadSite(bundle)),
    // This is long, because rendering may be slow on a busy machine.
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
