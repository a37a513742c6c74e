import type { PublicBrand } from '#src/brand/public.ts';
import { createPageStore, openRelease, type RecordedPage } from '#src/release/index.ts';
// Not by the index: a thread that renders has no use for what reads the upstream, and would take time to load it.
import { openLocalizedSites } from '#src/snapshot/localized-sites.ts';
import type { ReleaseView } from '#src/view-models/view.ts';
import { faultOfPage } from './validate-page.ts';
import { type Job, loadInputs, loadPage, type PageAddress } from './plan.ts';

/** Where the pages of one release come from and go to; it can be told to a thread. */
export interface MakerSetting {
  readonly brand: PublicBrand;
  /** The brand's `catalogue.db`. */
  readonly snapshot: string;
  /** Folder of the release in the making. */
  readonly folder: string;
  /** Folder of the release before it. */
  readonly previous: string | undefined;
  /** Moment of the release, ISO 8601. */
  readonly created: string;
}

/** A page that now stands in the release's folder, or what is wrong with it. */
export type MadePage = { readonly page: RecordedPage; readonly kept: boolean } | { readonly fault: string };

/** Makes pages of one release: loads their models, renders, judges, compresses and writes them. */
export interface Maker {
  /** @throws LecternError RENDER naming the page that could not be rendered, and why */
  make(jobs: readonly Job[]): Promise<readonly MadePage[]>;
  /** Hashes of what the pages would be rendered from. */
  inputs(addresses: readonly PageAddress[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Makers of all brands of a run. */
export interface Makers {
  open(setting: MakerSetting): Promise<Maker>;
  /** False once a thread has ended: what it would have made nobody makes. */
  isWhole(): boolean;
  close(): Promise<void>;
}

/** One page to render: the address decides the page, the model is its data. */
export interface RenderJob {
  readonly brand: PublicBrand;
  /** Canonical path, percent-encoded. */
  readonly path: string;
  readonly model: unknown;
}

export interface RenderedPage {
  readonly status: number;
  readonly html: Uint8Array;
}

type Render = (job: RenderJob) => Promise<RenderedPage>;

/** A maker that works in the thread that calls it. */
export function openMaker(setting: MakerSetting, views: readonly ReleaseView<unknown>[], render: Render): Maker {
  const { brand, snapshot, folder, created } = setting;
  const previous = setting.previous === undefined ? undefined : openRelease(setting.previous);
  const editions = openLocalizedSites(brand, snapshot);
  const store = createPageStore(folder, previous, created);
  const context = { editions: editions.all, views };
  const makeOne = async (job: Job): Promise<MadePage> => {
    const { path } = job.ref;
    const { model, inputs, version } = loadPage(context, job, job.version);
    const known = job.unsure ? previous?.page(path) : undefined;
    if (known?.inputs === inputs) return { page: { ...store.keep(known), version }, kept: true };
    const { status, html } = await render({ brand, path, model });
    const fault = faultOfPage(path, status, html);
    return fault === undefined
      ? { page: store.add({ path, html, inputs, version, listing: job.ref.listing ?? '' }), kept: false }
      : { fault };
  };
  return {
    async make(jobs) {
      const made: MadePage[] = [];
      for (const job of jobs) made.push(await makeOne(job));
      return made;
    },
    inputs: async (addresses) => addresses.map((address) => loadInputs(context, address)),
    async close() {
      editions.close();
      previous?.close();
    },
  };
}
