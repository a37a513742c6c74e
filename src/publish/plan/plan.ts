import { hash } from '#src/lib/hash.ts';
import { memoize } from '#src/lib/memoize.ts';
import { RenderError } from '#src/publish/rebuild/errors.ts';
import type { RecordedPage } from '#src/publish/release/index.ts';
import type { LocalizedSite } from '#src/publish/snapshot/index.ts';
import type { RouteKind } from '#src/routes/page-kinds.ts';
import { isBookCard } from '#src/shell/page/book-card.ts';
import type { BookCard } from '#src/shell/page/models.ts';
import type { Listing, PageRef, PrerenderedView } from '#src/shell/page/view.ts';
import { decidePage, type Reason } from './render-decision.ts';

/** The sources for page models: the brand's snapshot in each language, and the views. */
export interface ModelSource {
  readonly sites: readonly LocalizedSite[];
  readonly views: readonly PrerenderedView<unknown>[];
}

export interface PlanContext extends ModelSource {
  /** The reason to render every page, if there is one. */
  readonly siteReason: Reason | undefined;
  /** Checks whether a page's code has changed since the previous release; undefined if no code has changed. */
  readonly isCodeChanged?: ((path: string) => boolean) | undefined;
  /**
   * Whether the installation's other brands or the brand's own pages have changed since the previous release. Models
   * depend on them, but versions do not, so pages are then compared by their models.
   */
  readonly areModelsChanged?: boolean | undefined;
  previousPage(path: string): PreviousPage | undefined;
  /**
   * Returns the version that the previous release recorded for all pages of a listing.
   * @param path path of the listing's first page
   */
  previousListingVersion(path: string): string | undefined;
  /** Whether the page must be rendered even if it is unchanged, because the command's options select it. */
  readonly isRequested?: ((address: PageAddress) => boolean) | undefined;
  /** Pages of the previous release whose files are damaged. */
  readonly damaged?: DamagedPages | undefined;
}

export interface DamagedPages {
  readonly paths: ReadonlySet<string>;
  /** Listings with damaged pages, identified by the path of their first page. */
  readonly listings: ReadonlySet<string>;
}

/** What the previous release recorded for a page. */
export type PreviousPage = Pick<RecordedPage, 'inputs' | 'version'>;

/** Everything needed to load a page's model: its language, its view, and the page's reference in that view. */
export interface PageAddress {
  /** Index in `ModelSource.sites`. */
  readonly siteIndex: number;
  /** Index in `ModelSource.views`. */
  readonly viewIndex: number;
  readonly ref: PageRef;
}

/** A page to render. */
export interface RenderJob extends PageAddress {
  /** Version computed by the plan; empty if the plan did not need it. */
  readonly version: string;
  /** If true, the page is rendered only if its model's hash differs from the recorded one. */
  readonly isUndecided: boolean;
}

export interface PlannedPage extends PageAddress {
  /**
   * Why the page is rendered: undefined for a page that is kept, `undecided` until the page's model is loaded,
   * `excluded` for a page that is not published.
   */
  readonly reason: Reason | 'undecided' | 'excluded' | undefined;
  /** Hash of the model's input, computed by the view; '' if none was needed or the view has none. */
  readonly version: string;
  /** Pages are rendered in ascending order, which groups pages with the same books. */
  readonly renderOrder: number;
}

/** A listing. Its pages follow, unless `isUnchanged` is true. */
export interface PlannedListing {
  readonly siteIndex: number;
  readonly listing: Listing;
  readonly version: string;
  /** True if all pages of the listing are kept. */
  readonly isUnchanged: boolean;
}

/**
 * Yields every page of the release and whether it is rendered (render-decision.ts). Pure: reads the sources, writes
 * nothing, loads no models.
 */
export function* planPages(context: PlanContext): Iterable<PlannedPage | PlannedListing> {
  for (const [siteIndex, { site, source }] of context.sites.entries()) {
    for (const [viewIndex, view] of context.views.entries()) {
      const location = { siteIndex, viewIndex };
      if (!view.listings) yield* planRefs(context, location, view.paths(source, site));
      for (const listing of view.listings?.(source, site) ?? []) {
        const planned = planListing(context, siteIndex, listing);
        yield planned;
        if (!planned.isUnchanged) yield* planRefs(context, location, listing.refs());
      }
    }
  }
}

/**
 * The reason to render a page regardless of its content. All pages of a listing share a route, so the reason applies to
 * all of them.
 */
const reasonOf = ({ siteReason, isCodeChanged }: PlanContext, path: string): Reason | undefined =>
  siteReason ?? (isCodeChanged?.(path) ? 'bundle' : undefined);

/** Decides all pages of a listing by the listing's version. */
function planListing(context: PlanContext, siteIndex: number, listing: Listing): PlannedListing {
  const { isRequested } = context;
  const siteReason = reasonOf(context, listing.first.path);
  const version = listing.version();
  const hasNoVersion = siteReason !== undefined || context.areModelsChanged;
  const recorded = hasNoVersion ? undefined : context.previousListingVersion(listing.first.path);
  const previous = recorded === undefined ? undefined : { version: recorded, inputs: '' };
  const isDamaged = context.damaged?.listings.has(listing.first.path);
  const decision = decidePage({ siteReason, previous, isRequested: isRequested !== undefined, isDamaged, version });
  return { siteIndex, listing, version, isUnchanged: decision === 'keep' };
}

function* planRefs(
  context: PlanContext,
  { siteIndex, viewIndex }: Omit<PageAddress, 'ref'>,
  refs: Iterable<PageRef>,
): Iterable<PlannedPage> {
  const localized = context.sites[siteIndex];
  for (const ref of refs) {
    const address = { siteIndex, viewIndex, ref };
    const { reason, version } = decideRef(context, address);
    const view = context.views[viewIndex];
    const order = reason && localized && view?.renderOrder?.(ref, localized.source, localized.site);
    yield { ...address, reason, version, renderOrder: order ?? 0 };
  }
}

/** Decides a page and computes only as much evidence as the decision needs. */
function decideRef(context: PlanContext, address: PageAddress): Pick<PlannedPage, 'reason' | 'version'> {
  const siteReason = reasonOf(context, address.ref.path);
  const previous = siteReason ? undefined : context.previousPage(address.ref.path);
  const isRequested = previous && context.isRequested?.(address);
  const isDamaged = context.damaged?.paths.has(address.ref.path);
  const version = previous && !isRequested && !isDamaged ? versionOf(context, address) : '';
  const comparedVersion = context.areModelsChanged ? undefined : version;
  const decision = decidePage({ siteReason, isRequested, isDamaged, previous, version: comparedVersion });
  return { reason: decision === 'keep' ? undefined : decision, version };
}

/** The view's hash of the model's input; empty if the view does not compute one. */
export function versionOf({ sites, views }: ModelSource, { siteIndex, viewIndex, ref }: PageAddress): string {
  const localized = sites[siteIndex];
  return (localized && views[viewIndex]?.version?.(ref, localized.source, localized.site)) ?? '';
}

export interface LoadedPage {
  readonly model: unknown;
  /** Hash of all data of the page itself that its HTML depends on. */
  readonly modelHash: string;
  readonly version: string;
}

/**
 * @param version the page's version, if already computed
 * @throws RenderError if the view lists the page but returns no model for it
 */
export function loadPage(source: ModelSource, address: PageAddress, version = ''): LoadedPage {
  const model = loadModel(source, address);
  const modelHash = hashModel(address.ref.kind, model);
  return { model, modelHash, version: version === '' ? versionOf(source, address) : version };
}

/** Like `loadPage`, but returns only the model's hash. */
export const loadModelHash = (source: ModelSource, address: PageAddress): string =>
  hashModel(address.ref.kind, loadModel(source, address));

function loadModel({ sites, views }: ModelSource, { siteIndex, viewIndex, ref }: PageAddress): unknown {
  const localized = sites[siteIndex];
  const loaded = localized && views[viewIndex]?.load(ref, localized.source, localized.site);
  if (loaded?.status === 'ok') return loaded.model;
  throw new RenderError(
    `The page ${ref.path} could not be rendered: its ${ref.kind} view has no model for it: ${loaded?.status ?? 'missing'}.`,
  );
}

/** Object members need no sorting: views and the snapshot always return them in the same order. */
export const hashModel = (kind: RouteKind, model: unknown) => hash(`${kind}\n${JSON.stringify(model, hashCards)}`, 32);

/**
 * Cards make up most of a listing's model and occur in many models, so each is hashed once and replaced by its hash.
 */
const hashCards = (_key: string, value: unknown) => (isBookCard(value) ? hashCard(value) : value);
const hashCard = memoize((card: BookCard) => hash(JSON.stringify(card), 32));
