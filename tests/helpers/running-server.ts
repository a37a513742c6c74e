import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import { createSiteServer, type SiteServer, type SiteServerConfig } from '#src/serve/index.ts';
import { ask, type RawResponse, type RequestOptions } from './http.ts';
import { localRenderer } from './local-renderer.ts';
import { html } from './published-brand.ts';
import { recordingLog } from './recording-log.ts';

/** A built site that renders `page of <path>`. Tests that need more pass a site of their own. */
const plainSite: SiteApp = {
  render: async ({ url }) => new Response(html(`page of ${new URL(url).pathname}`)),
};

export interface RunningServer {
  readonly port: number;
  readonly state: string;
  readonly lines: readonly string[];
  readonly server: SiteServer;
  /** Sends a request to the host `<brand>.test`. */
  ask(brand: string, path: string, options?: RequestOptions): Promise<RawResponse>;
  close(): Promise<void>;
}

/** Starts a server with a temporary state folder, in which no brand has a release yet. */
export async function startServer(
  brands: SiteServerConfig['brands'],
  { site = plainSite, ...overrides }: Partial<SiteServerConfig> & { readonly site?: SiteApp } = {},
  requestedPort = 0,
): Promise<RunningServer> {
  const state = mkdtempSync(join(tmpdir(), 'lectern-server-'));
  const { log, lines } = recordingLog();
  const server = createSiteServer({
    brands,
    state,
    renderer: localRenderer(site),
    // This is long, because rendering may be slow on a busy machine.
    renderWaitMs: 30_000,
    upstreamOrigin: 'http://127.0.0.1:1',
    proxies: [],
    log,
    clientFolder: join(state, 'client'),
    ...overrides,
  });
  const port = await server.listen(requestedPort);
  return {
    port,
    state,
    lines,
    server,
    ask: (brand, path, options) => ask(port, `${brand}.test`, path, options),
    async close() {
      await server.close();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
