import type { LocaleCode } from '#src/contract/locales.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import type { Loaded } from '#src/shell/page/view.ts';
import { testSite } from './memory-source.ts';
import { openPage } from './request-pages.ts';
import { type Table, tableUpstream } from './table-upstream.ts';

/** Pages rendered on request, which are loaded by URL from a table of responses. */
export interface TablePages {
  readonly seen: { readonly name: string; readonly params: unknown; readonly content: LocaleCode }[];
  open(address: string): Promise<Loaded<unknown>>;
  /** Returns the model of a page that exists. */
  model<M>(address: string): Promise<M>;
}

export function tablePages(table: Table, site = testSite()): TablePages {
  const client = tableUpstream(table);
  const seen: TablePages['seen'] = [];
  const upstream: Upstream = {
    call(call, params, content = site.locale) {
      seen.push({ name: call.name, params, content: content.code });
      return client.call(call, params, { locale: content });
    },
    lacks: client.lacks,
  };
  return {
    seen,
    open: (address) => openPage(address, upstream, site),
    async model<M>(address: string) {
      const loaded = await openPage(address, upstream, site);
      if (loaded.status !== 'ok') throw new Error(`${address}: ${JSON.stringify(loaded)}`);
      return loaded.model as M;
    },
  };
}
