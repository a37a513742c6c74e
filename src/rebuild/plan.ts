import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { perObject } from '#src/lib/memo.ts';
import type { RecordedPage } from '#src/release/index.ts';
import type { RouteKind } from '#src/routes/paths.ts';
import type { LocalizedSite } from '#src/snapshot/index.ts';
import { isBookCard } from '#src/view-models/card.ts';
import type { BookCard } from '#src/view-models/models.ts';
import type { Listing, PageRef, ReleaseView } from '#src/view-models/view.ts';
import type { Reason } from './render-decision.ts';

export interface PlanContext {
  readonly editions: readonly LocalizedSite[];
  readonly views: readonly ReleaseView<unknown>[];
  /** A reason that holds for every page. */
  readonly common: Reason | undefined;
  previous(path: string): PreviousPage | undefined;
  /** The version of a listing of which all its pages in the release before are. */
  previousListing(path: string): string | undefined;
  /** Whether the run was asked to render the page, though it may be the same. */
  readonly asked?: ((address: PageAddress) => boolean) | undefined;
}

/** What the release before has recorded of a page. */
export type PreviousPage = Pick<RecordedPage, 'inputs' | 'version'>;

/** Which view makes which page of which edition: everything needed to load its model again. */
export interface PageAddress {
  readonly edition: number;
  readonly view: number;
  readonly ref: PageRef;
}

/** A page to make. */
export interface Job extends PageAddress {
  /** As planned; empty where nobody has asked. */
  readonly version: string;
  /** It stays after all where its model is the one that the release before recorded. */
  readonly unsure: boolean;
}

export interface PlannedPage extends PageAddress {
  /** Undefined for a page that is kept; `unsure` until its model is known; `left` for one that does not come in. */
  readonly reason: Reason | 'unsure' | 'left' | undefined;
  /** What the page's view says changes with its model; empty where it says nothing, or nobody needs to know. */
  readonly version: string;
  /** Pages are rendered in this order, so that those that show the same books are rendered together. */
  readonly nearness: number;
}

/** A listing, before its pages, which do not come where all of them are kept. */
export interface PlannedListing {
  readonly edition: number;
  readonly listing: Listing;
  readonly version: string;
  readonly isKept: boolean;
}

/**
 * Every page the release is to have, and why it is rendered. Pure: reads the sources, writes nothing. Whether a page
 * stays is told by its listing's version, or its own where its view has one, else by its model, which others may compute
 * (`loadPage`).
 */
export function* planPages(context: PlanContext): Iterable<PlannedPage | PlannedListing> {
  for (const [edition, { site, source }] of context.editions.entries()) {
    for (const [view, maker] of context.views.entries()) {
      if (!maker.listings) yield* planRefs(context, { edition, view }, maker.paths(source, site));
      for (const listing of maker.listings?.(source, site) ?? []) {
        const planned = planListing(context, edition, listing);
        yield planned;
        if (!planned.isKept) yield* planRefs(context, { edition, view }, listing.refs());
      }
    }
  }
}

function planListing({ common, asked, previousListing }: PlanContext, edition: number, listing: Listing) {
  const version = listing.version();
  const isKept = !common && !asked && version !== '' && previousListing(listing.first.path) === version;
  return { edition, listing, version, isKept };
}

function* planRefs(
  context: PlanContext,
  { edition: at, view }: Omit<PageAddress, 'ref'>,
  refs: Iterable<PageRef>,
): Iterable<PlannedPage> {
  const edition = context.editions[at];
  for (const ref of refs) {
    const address = { edition: at, view, ref };
    const decision = decided(context, address);
    const nearness = decision.reason && edition && context.views[view]?.nearness?.(ref, edition.source, edition.site);
    yield { ...address, ...decision, nearness: nearness ?? 0 };
  }
}

function decided(context: PlanContext, address: PageAddress): Pick<PlannedPage, 'reason' | 'version'> {
  if (context.common) return { reason: context.common, version: '' };
  const previous = context.previous(address.ref.path);
  if (!previous) return { reason: 'new', version: '' };
  if (context.asked?.(address)) return { reason: 'full', version: '' };
  const version = versionOf(context, address);
  return { reason: version !== '' && version === previous.version ? undefined : 'unsure', version };
}

type Readable = Pick<PlanContext, 'editions' | 'views'>;

/** What the page's view says changes with its model; empty where it says nothing. */
export function versionOf({ editions, views }: Readable, { edition: at, view, ref }: PageAddress): string {
  const edition = editions[at];
  return (edition && views[view]?.version?.(ref, edition.source, edition.site)) ?? '';
}

export interface LoadedPage {
  readonly model: unknown;
  /** Hash of everything of the page's own that its HTML depends on. */
  readonly inputs: string;
  readonly version: string;
}

/**
 * @param version where it is known already
 * @throws LecternError RENDER where a view names a page that it then has no model for
 */
export function loadPage(context: Readable, address: PageAddress, version = ''): LoadedPage {
  const model = modelOf(context, address);
  const inputs = inputsOf(address.ref.kind, model);
  return { model, inputs, version: version === '' ? versionOf(context, address) : version };
}

/** As `loadPage`, for who only compares. */
export const loadInputs = (context: Readable, address: PageAddress): string =>
  inputsOf(address.ref.kind, modelOf(context, address));

function modelOf({ editions, views }: Readable, { edition: at, view, ref }: PageAddress): unknown {
  const edition = editions[at];
  const loaded = edition && views[view]?.load(ref, edition.source, edition.site);
  if (loaded?.status === 'ok') return loaded.model;
  throw new LecternError(
    'RENDER',
    `The page ${ref.path} could not be rendered: its ${ref.kind} view finds it ${loaded?.status ?? 'missing'}.`,
  );
}

/** Views and snapshot put members in the same order each time; another order would only render a page in vain. */
export const inputsOf = (kind: RouteKind, model: unknown) => hash(`${kind}\n${JSON.stringify(model, withDigests)}`, 32);

/** A card is most of what a listing is made of, and stands in many: each counts by its own hash, taken once. */
const withDigests = (_key: string, value: unknown) => (isBookCard(value) ? digestOf(value) : value);
const digestOf = perObject((card: BookCard) => hash(JSON.stringify(card), 32));
