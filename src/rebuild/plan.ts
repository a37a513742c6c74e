import { hash } from '#src/lib/hash.ts';
import { memoize } from '#src/lib/memoize.ts';
import type { RecordedPage } from '#src/release/index.ts';
import type { RouteKind } from '#src/routes/paths.ts';
import type { LocalizedSite } from '#src/snapshot/index.ts';
import { isBookCard } from '#src/view-models/book-card.ts';
import type { BookCard } from '#src/view-models/models.ts';
import type { Listing, PageRef, PrerenderedView } from '#src/view-models/view.ts';
import { RenderError } from './errors.ts';
import { decidePage, type Reason } from './render-decision.ts';

/** Where the models of pages are loaded from: the brand's snapshot in each language, and the views. */
export interface ModelSource {
  readonly sites: readonly LocalizedSite[];
  readonly views: readonly PrerenderedView<unknown>[];
}

export interface PlanContext extends ModelSource {
  /** A reason that holds for every page. */
  readonly siteReason: Reason | undefined;
  /** Whether the page at a path is rendered by other code than the previous release's was; undefined where none is. */
  readonly isCodeChanged?: ((path: string) => boolean) | undefined;
  previousPage(path: string): PreviousPage | undefined;
  /** The version that the previous release recorded for all pages of a listing; `path` is that of its first page. */
  previousListingVersion(path: string): string | undefined;
  /** Whether the run was told to render the page, though it may be unchanged. */
  readonly isRequested?: ((address: PageAddress) => boolean) | undefined;
  /** Pages of the previous release whose files are damaged. */
  readonly damaged?: DamagedPages | undefined;
}

export interface DamagedPages {
  readonly paths: ReadonlySet<string>;
  /** Listings that they belong to, by the path of the first page. */
  readonly listings: ReadonlySet<string>;
}

/** What the previous release recorded of a page. */
export type PreviousPage = Pick<RecordedPage, 'inputs' | 'version'>;

/** Which view makes which page in which language: all that is needed to load its model. */
export interface PageAddress {
  /** Index in `ModelSource.sites`. */
  readonly siteIndex: number;
  /** Index in `ModelSource.views`. */
  readonly viewIndex: number;
  readonly ref: PageRef;
}

/** A page to render. */
export interface RenderJob extends PageAddress {
  /** As planned; empty where it was not needed. */
  readonly version: string;
  /** The page is kept where the hash of its model is the one that the previous release recorded. */
  readonly isUndecided: boolean;
}

export interface PlannedPage extends PageAddress {
  /** Undefined for a page that is kept; `undecided` until its model is known; `excluded` for one that is not added. */
  readonly reason: Reason | 'undecided' | 'excluded' | undefined;
  /** The view's hash of what the model is made of; empty where the view has none, or it was not needed. */
  readonly version: string;
  /** Pages are rendered in ascending order, so that those with the same books come together. */
  readonly renderOrder: number;
}

/** A listing. Its pages follow it, unless all are kept. */
export interface PlannedListing {
  readonly siteIndex: number;
  readonly listing: Listing;
  readonly version: string;
  /** All its pages are kept. */
  readonly isUnchanged: boolean;
}

/**
 * Every page that the release is to have, and whether it is rendered (render-decision.ts). Pure: reads the sources,
 * writes nothing, loads no model.
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

/** The reason that holds for the page whatever it shows. All pages of a listing have one route, and so one reason. */
const reasonOf = ({ siteReason, isCodeChanged }: PlanContext, path: string): Reason | undefined =>
  siteReason ?? (isCodeChanged?.(path) ? 'bundle' : undefined);

/** Decides all pages of a listing by its version. */
function planListing(context: PlanContext, siteIndex: number, listing: Listing): PlannedListing {
  const { isRequested } = context;
  const siteReason = reasonOf(context, listing.first.path);
  const version = listing.version();
  const recorded = siteReason ? undefined : context.previousListingVersion(listing.first.path);
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

/** Reads of the evidence only as much as the decision needs. */
function decideRef(context: PlanContext, address: PageAddress): Pick<PlannedPage, 'reason' | 'version'> {
  const siteReason = reasonOf(context, address.ref.path);
  const previous = siteReason ? undefined : context.previousPage(address.ref.path);
  const isRequested = previous && context.isRequested?.(address);
  const isDamaged = context.damaged?.paths.has(address.ref.path);
  const version = previous && !isRequested && !isDamaged ? versionOf(context, address) : '';
  const decision = decidePage({ siteReason, isRequested, isDamaged, previous, version });
  return { reason: decision === 'keep' ? undefined : decision, version };
}

/** The view's hash of what the page's model is made of; empty where the view has none. */
export function versionOf({ sites, views }: ModelSource, { siteIndex, viewIndex, ref }: PageAddress): string {
  const localized = sites[siteIndex];
  return (localized && views[viewIndex]?.version?.(ref, localized.source, localized.site)) ?? '';
}

export interface LoadedPage {
  readonly model: unknown;
  /** Hash of everything of the page's own that its HTML depends on. */
  readonly modelHash: string;
  readonly version: string;
}

/**
 * @param version where it is known
 * @throws RenderError where a view lists a page that it has no model for
 */
export function loadPage(source: ModelSource, address: PageAddress, version = ''): LoadedPage {
  const model = loadModel(source, address);
  const modelHash = hashModel(address.ref.kind, model);
  return { model, modelHash, version: version === '' ? versionOf(source, address) : version };
}

/** As `loadPage`, where only the hash is needed. */
export const loadModelHash = (source: ModelSource, address: PageAddress): string =>
  hashModel(address.ref.kind, loadModel(source, address));

function loadModel({ sites, views }: ModelSource, { siteIndex, viewIndex, ref }: PageAddress): unknown {
  const localized = sites[siteIndex];
  const loaded = localized && views[viewIndex]?.load(ref, localized.source, localized.site);
  if (loaded?.status === 'ok') return loaded.model;
  throw new RenderError(
    `The page ${ref.path} could not be rendered: its ${ref.kind} view finds it ${loaded?.status ?? 'missing'}.`,
  );
}

/** Object members need no sorting: views and snapshot give them in the same order each time. */
export const hashModel = (kind: RouteKind, model: unknown) => hash(`${kind}\n${JSON.stringify(model, hashCards)}`, 32);

/** Cards are most of a listing's model and stand in many models, so each is hashed once and counts by its hash. */
const hashCards = (_key: string, value: unknown) => (isBookCard(value) ? hashCard(value) : value);
const hashCard = memoize((card: BookCard) => hash(JSON.stringify(card), 32));
