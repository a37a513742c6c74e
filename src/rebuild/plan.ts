import type { Edition } from '#src/catalogue/index.ts';
import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { RouteKind } from '#src/paths.ts';
import type { PageRef, ReleaseView } from '#src/views/view.ts';
import { pageReason, type Reason } from './reasons.ts';

export interface PlanContext {
  readonly editions: readonly Edition[];
  readonly views: readonly ReleaseView<unknown>[];
  /** A reason that holds for every page. */
  readonly common: Reason | undefined;
  previous(path: string): { readonly inputs: string } | undefined;
}

/** Which view makes which page of which edition: everything needed to load its model again. */
export interface PageAddress {
  readonly edition: number;
  readonly view: number;
  readonly ref: PageRef;
}

export interface PlannedPage extends PageAddress {
  /** Undefined for a page that is kept. */
  readonly reason: Reason | undefined;
}

/** Every page the release is to have, and why it is rendered. Pure: reads the sources, writes nothing. */
export function* planPages(context: PlanContext): Iterable<PlannedPage> {
  for (const [edition, { site, source }] of context.editions.entries()) {
    for (const [view, maker] of context.views.entries()) {
      for (const ref of maker.paths(source, site)) {
        const address = { edition, view, ref };
        yield { ...address, reason: context.common ?? reasonOf(context, address) };
      }
    }
  }
}

function reasonOf(context: PlanContext, address: PageAddress): Reason | undefined {
  const previous = context.previous(address.ref.path);
  return previous ? pageReason(previous, loadPage(context, address).inputs) : 'new';
}

export interface LoadedPage {
  readonly model: unknown;
  /** Hash of everything of the page's own that its HTML depends on. */
  readonly inputs: string;
}

/** @throws LecternError RENDER where a view names a page that it then has no model for */
export function loadPage(
  { editions, views }: Pick<PlanContext, 'editions' | 'views'>,
  address: PageAddress,
): LoadedPage {
  const { ref } = address;
  const edition = editions[address.edition];
  const loaded = edition && views[address.view]?.load(ref, edition.source, edition.site);
  if (loaded?.status === 'ok') return { model: loaded.model, inputs: inputsOf(ref.kind, loaded.model) };
  throw new LecternError(
    'RENDER',
    `The page ${ref.path} could not be rendered: its ${ref.kind} view finds it ${loaded?.status ?? 'missing'}.`,
  );
}

export const inputsOf = (kind: RouteKind, model: unknown) => hash(`${kind}\n${stableJson(model)}`, 32);
