import type { PublicBrand } from '#src/brand/public-brand.ts';
import { loadModelHash, loadPage, type PageAddress, type RenderJob } from '#src/publish/plan/plan.ts';
import { decidePage } from '#src/publish/plan/render-decision.ts';
import {
  aliasKey,
  createPageStore,
  LostPagesError,
  openRelease,
  type PageQuality,
  type PageStore,
  type RecordedPage,
} from '#src/publish/release/index.ts';
// These modules are not imported from the index: a render thread does not need the code that reads the upstream, and
// loading that code takes time.
import { openLocalizedSites } from '#src/publish/snapshot/localized-sites.ts';
import { createFactsReader, type OtherBrands } from '#src/publish/verify/publish-guard/page-facts.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import type { PrerenderedView } from '#src/shell/page/view.ts';
import { pageProblem } from './validate-page.ts';

/** Options for rendering one release. Plain data, so that it can be posted to a thread. */
export interface RendererOptions {
  readonly brand: PublicBrand;
  /** Names and hosts of the other brands. Page heads are searched for them. */
  readonly others: OtherBrands;
  /** Path of the brand's `catalogue.db`. */
  readonly snapshot: string;
  /** Folder of the unfinished release. */
  readonly folder: string;
  /** Folder of the previous release. */
  readonly previous: string | undefined;
  /** Creation time of the release, ISO 8601. */
  readonly created: string;
  /** See `createPageStore`. */
  readonly isPart?: boolean;
}

/** A page that is now in the release's folder, or the problem that validation found with it. */
export type PageResult =
  | { readonly page: RecordedPage; readonly isUnchanged: boolean; readonly cost?: PageCost }
  | { readonly problem: string };

/** Processor time that the thread spent on a page. */
export interface PageCost {
  readonly kind: RouteKind;
  readonly ms: number;
}

/** Renders pages of one release: loads their models, and renders, validates, compresses and writes the pages. */
export interface PageRenderer {
  /** @throws RenderError naming the page that could not be rendered, and why */
  render(jobs: readonly RenderJob[], quality?: PageQuality): Promise<readonly PageResult[]>;
  /** Returns the hashes of the models that the pages would be rendered from. */
  modelHashes(addresses: readonly PageAddress[]): Promise<readonly string[]>;
  /** Writes all further pages into another folder. No rendering may be in progress. */
  moveTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Creates renderers for all brands of a run. */
export interface PageRendererPool {
  open(options: RendererOptions): Promise<PageRenderer>;
  /** False after a thread has ended, because work sent to that thread would never finish. */
  isIntact(): boolean;
  close(): Promise<void>;
}

/** The input for one page's HTML. */
export interface RenderInput {
  readonly brand: PublicBrand;
  /** Canonical path, percent-encoded. It selects the page. */
  readonly path: string;
  readonly model: unknown;
}

export interface RenderOutput {
  readonly status: number;
  readonly html: Uint8Array;
}

type RenderHtml = (input: RenderInput) => Promise<RenderOutput>;

/** Opens a renderer that works in the calling thread. */
export function openPageRenderer(
  options: RendererOptions,
  views: readonly PrerenderedView<unknown>[],
  renderHtml: RenderHtml,
): PageRenderer {
  const { brand, others, snapshot, created, isPart } = options;
  const readFacts = createFactsReader(brand, others);
  const previous = options.previous === undefined ? undefined : openRelease(options.previous);
  const sites = openLocalizedSites(brand, snapshot);
  const storeIn = (folder: string) => createPageStore(folder, previous, created, isPart);
  let store = storeIn(options.folder);
  const context = { sites: sites.all, views };
  const renderPage = async (job: RenderJob, quality: PageQuality): Promise<PageResult> => {
    const { path, kind, listing = '' } = job.ref;
    const { model, modelHash, version } = loadPage(context, job, job.version);
    const recorded = job.isUndecided ? previous?.page(path) : undefined;
    const unchanged =
      recorded && decidePage({ previous: recorded, modelHash }) === 'keep'
        ? keepUnlessLost(store, recorded)
        : undefined;
    if (unchanged) return { page: { ...unchanged, version }, isUnchanged: true };
    const { status, html } = await renderHtml({ brand, path, model });
    const problem = pageProblem(path, status, html);
    if (problem !== undefined) return { problem };
    const section = aliasKey(sites.all[job.siteIndex]?.site.locale.code ?? 'en', kind);
    const facts = readFacts({ html, path, section, model });
    const page = store.add({ path, html, inputs: modelHash, version, listing, ...facts }, quality);
    return { page, isUnchanged: false };
  };
  const renderAndMeasure = async (job: RenderJob, quality: PageQuality): Promise<PageResult> => {
    const before = process.threadCpuUsage();
    const result = await renderPage(job, quality);
    if ('problem' in result) return result;
    const { user, system } = process.threadCpuUsage(before);
    return { ...result, cost: { kind: job.ref.kind, ms: (user + system) / 1000 } };
  };
  const renderOne = isPart ? renderAndMeasure : renderPage;
  return {
    async render(jobs, quality = 'quick') {
      const results: PageResult[] = [];
      for (const job of jobs) results.push(await renderOne(job, quality));
      return results;
    },
    modelHashes: async (addresses) => addresses.map((address) => loadModelHash(context, address)),
    async moveTo(folder) {
      store = storeIn(folder);
    },
    async close() {
      sites.close();
      previous?.close();
    },
  };
}

/** @returns undefined if a file of the page is missing in the previous release */
function keepUnlessLost(store: PageStore, page: RecordedPage): RecordedPage | undefined {
  try {
    return store.keep(page);
  } catch (error) {
    if (error instanceof LostPagesError) return undefined;
    throw error;
  }
}
