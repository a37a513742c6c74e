import { availableParallelism } from 'node:os';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';
import type { Release } from '#src/release/index.ts';
import type { Bundle } from '#src/site-bundle/index.ts';
import { brandFingerprint } from './build-key.ts';
import { codeChanges } from './code-changes.ts';
import type { PageRenderer } from './page-renderer.ts';
import { type PageSelection, planSelectedPages, requireSameSite } from './page-selection.ts';
import { loadModelHash, type PlanContext, planPages } from './plan.ts';
import { draftPlan, type Plan, type PlanDraft, type UndecidedPage } from './plan-database.ts';
import { decidePage, type Reason, siteReason } from './render-decision.ts';
import { BATCH, BATCHES_PER_CPU } from './render-stage.ts';

interface PlanStage {
  /** The plan's SQLite file; removed when the plan is closed. */
  readonly file: string;
  readonly context: Pick<PlanContext, 'sites' | 'views' | 'isRequested' | 'damaged'>;
  readonly previous: Release | undefined;
  readonly brand: PublicBrand;
  readonly bundle: Bundle;
  readonly full: boolean;
  /** Decides every page; else only as many as it takes to know that there is something to publish. */
  readonly decidesAll: boolean;
  /** The only pages to publish; undefined for all. */
  readonly selection?: PageSelection | undefined;
  /** Opens the render threads, which hash models faster where there are many. */
  renderer(): Promise<PageRenderer>;
}

/** Decides for every page whether it is rendered, and counts the removed ones. */
export async function planStage(stage: PlanStage): Promise<Plan> {
  const { file, context, previous, selection } = stage;
  const { reason, isCodeChanged } = siteReasonOf(stage);
  const planContext: PlanContext = {
    ...context,
    siteReason: reason,
    isCodeChanged,
    previousPage: (path) => previous?.renderedFrom(path),
    previousListingVersion: (path) => previous?.listingVersion(path),
  };
  const pages = selection ? planSelectedPages(planContext, selection) : planPages(planContext);
  const draft = draftPlan(file, { pages, sites: context.sites, previous, selection });
  try {
    selection?.check();
    await decideByModels(draft, stage);
    return draft.finish();
  } catch (error) {
    draft.discard();
    throw error;
  }
}

/**
 * The reason that holds for all pages. Where only the code changed, and it is known which code each page was rendered by, it holds
 * for some of them.
 */
function siteReasonOf({ previous, brand, bundle, full, selection }: PlanStage): Pick<PlanContext, 'isCodeChanged'> & {
  readonly reason: Reason | undefined;
} {
  // An outdated manifest lacks what a plan needs to know, so its pages count as those of other code.
  const known = previous && !previous.isOutdated ? previous.info.bundle : undefined;
  const now = { bundle: bundle.id, brand: brandFingerprint(brand) };
  const before = previous && { bundle: known?.id ?? '', brand: previous.brandFingerprint() };
  const reason = siteReason(before, now, full);
  if (selection) requireSameSite(reason);
  if (reason !== 'bundle' || !known?.code) return { reason };
  return {
    reason: siteReason(before && { ...before, bundle: bundle.id }, now, full),
    isCodeChanged: codeChanges(known.code, bundle.pageKeys),
  };
}

/** Batches that are hashed in this thread; beyond, starting the render threads is worth it. */
const BATCHES_HERE = 25;

/**
 * Compares the models of the pages that their versions do not decide. Once one differs there will be a release: then the
 * others stay undecided for the render threads, which load their models anyway.
 */
async function decideByModels(draft: PlanDraft, { context, renderer, decidesAll }: PlanStage): Promise<void> {
  /** @returns whether nothing more needs to be decided */
  const decide = (pages: readonly UndecidedPage[], hashes: readonly string[]) => {
    const reasons = pages.map(({ previous }, index) => reasonOf(previous, hashes[index] ?? ''));
    draft.decide(pages, reasons);
    return !decidesAll && reasons.some((reason) => reason !== undefined);
  };
  for (const pages of Iterator.from(batches(draft.undecided(), BATCH)).take(BATCHES_HERE)) {
    const hashes = pages.map((page) => loadModelHash(context, page));
    if (decide(pages, hashes)) return;
  }
  if (draft.undecidedCount <= BATCHES_HERE * BATCH) return;
  const threads = await renderer();
  const hashAll = async (pages: readonly UndecidedPage[]) => ({ pages, hashes: await threads.modelHashes(pages) });
  const inProgress = BATCHES_PER_CPU * availableParallelism();
  const hashed = mapConcurrently(batches(draft.undecided(), HASHED_AT_ONCE), inProgress, hashAll);
  for await (const { pages, hashes } of hashed) if (decide(pages, hashes)) return;
}

/** A hash takes a tenth of a millisecond, so the batches that cross a thread are larger than those to render. */
const HASHED_AT_ONCE = 128;

function reasonOf(previous: UndecidedPage['previous'], modelHash: string): Reason | undefined {
  const decision = decidePage({ previous, modelHash });
  return decision === 'keep' || decision === 'undecided' ? undefined : decision;
}
