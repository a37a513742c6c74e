import { createServerClient } from '#src/contract/client/client.server.ts';
import { ON_DEMAND_VIEWS } from '#src/features/views.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import type { Loaded, Site } from '#src/shell/page/view.ts';
import { testSite } from './memory-source.ts';
import { recordingLog } from './recording-log.ts';

/** Pages rendered on request, which are loaded by URL with a real client. */
export interface RequestPages {
  readonly site: Site;
  /** Lines that the client has logged. */
  readonly lines: readonly string[];
  open(address: string): Promise<Loaded<unknown>>;
  /** Returns the model of a page that exists. */
  model<M>(address: string): Promise<M>;
  close(): Promise<void>;
}

export async function requestPages(origin: string, prefix: string, site = testSite()): Promise<RequestPages> {
  const { log, lines } = recordingLog();
  const client = createServerClient({ origin, prefix, log, timeoutMs: 2000, failFast: true });
  await client.probe();
  const upstream: Upstream = {
    call: (call, params, content = site.locale) => client.call(call, params, { locale: content }),
    lacks: client.lacks,
  };
  const open = (address: string) => openPage(address, upstream, site);
  return {
    site,
    lines,
    open,
    close: client.close,
    async model<M>(address: string) {
      const loaded = await open(address);
      if (loaded.status !== 'ok') throw new Error(`${address}: ${JSON.stringify(loaded)}`);
      return loaded.model as M;
    },
  };
}

/** Loads the data of the page at a URL from an upstream. */
export async function openPage(address: string, upstream: Upstream, site: Site): Promise<Loaded<unknown>> {
  const { pathname, searchParams } = new URL(address, site.brand.origin);
  const match = parsePath(pathname, ['en']);
  const view = ON_DEMAND_VIEWS.find(({ kind }) => kind === match?.kind);
  if (!match || !view) throw new Error(`${address} is not the address of a page rendered on request`);
  return view.load(match, searchParams, upstream, site);
}
