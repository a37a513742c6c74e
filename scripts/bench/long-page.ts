import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi, createWriter, openStore } from '#src/api/index.ts';
import { bundleBrand } from '#src/brand/assets.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/lib/config.ts';
import { createLog, silentLog } from '#src/lib/log.ts';
import { ensureBundle, loadSite } from '#src/site-bundle/index.ts';
import { ROOT } from '../programs/run-script.ts';
import { longBook } from './long-book.ts';

/** The page of a long book as visitors get it, and what a browser loads for it. */
export interface LongPage {
  readonly html: Uint8Array;
  readonly path: string;
  /** The brand's files by address. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Folder of the browser files of the site. */
  readonly folder: string;
}

/** Renders the page of a book of so many chapters, out of a store of its own. */
export async function renderLongPage(chapters: number): Promise<LongPage> {
  const config = getConfig(process.env);
  const built = await ensureBundle({ root: ROOT, state: config.state, pseudo: config.pseudo, log: createLog() });
  const bundle = await bundleBrand(brandById(await loadBrands(config.brands), 'freenovel'), join(ROOT, 'node_modules'));
  const site = await loadSite(built);
  const path = `/novel/1/Fantasy/The-Long-Serial`;
  const html = await withApi(chapters, bundle.brand.apiPrefix, async (upstreamOrigin) => {
    const response = await site.render(new Request(bundle.brand.origin + path), {
      brand: bundle.brand,
      upstreamOrigin,
    });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  });
  const files = new Map(bundle.files.map(({ url, content }) => [url, content]));
  return { html, path, files, folder: join(built.folder, 'client') };
}

async function withApi<T>(chapters: number, prefix: string, use: (origin: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const store = await openStore(folder);
  const writer = createWriter(store);
  await writer.transaction(() => writer.putBook(longBook(chapters)));
  const api = createApi({ store, prefixes: [{ prefix, brand: 'freenovel' }], media: store.media, log: silentLog });
  try {
    return await use(await api.listen(0));
  } finally {
    await api.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
