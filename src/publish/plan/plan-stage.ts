import { availableParallelism } from 'node:os';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';
import type { Bundle } from '#src/publish/bundle/index.ts';
import type { Release } from '#src/publish/release/index.ts';
import type { PageRenderer } from '#src/publish/render/page-renderer.ts';
import { BATCH, BATCHES_PER_CPU } from '#src/publish/render/render-stage.ts';
import { brandFingerprint, ownFingerprint } from './build-key.ts';
import { codeChanges } from './code-changes.ts';
import { type PageSelection, planSelectedPages, requireSameSite } from './page-selection.ts';
import { loadModelHash, type PlanContext, planPages } from './plan.ts';
import { draftPlan, type Plan, type PlanDraft, type UndecidedPage } from './plan-database.ts';
import { decidePage, type Reason, siteReason } from './render-decision.ts';

interface PlanStage {
  /** The plan's SQLite file. Closing the plan deletes it. */
  readonly file: string;
  readonly context: Pick<PlanContext, 'sites' | 'views' | 'isRequested' | 'damaged'>;
  readonly previous: Release | undefined;
  readonly brand: PublicBrand;
  readonly bundle: Bundle;
  readonly full: boolean;
  /** If true, decides every page. Otherwise stops as soon as one change is found. */
  readonly decidesAll: boolean;
  /** The pages to publish; undefined for all pages. */
  readonly selection?: PageSelection | undefined;
  /** Opens the render threads, which hash many models faster than this thread. */
  renderer(): Promise<PageRenderer>;
}

/** Decides which pages are rendered, and counts the removed ones. */
export async function planStage(stage: PlanStage): Promise<Plan> {
  const { file, context, previous, selection } = stage;
  const { reason, isCodeChanged } = siteReasonOf(stage);
  const planContext: PlanContext = {
    ...context,
    siteReason: reason,
    isCodeChanged,
    areModelsChanged: previous !== undefined && previous.brandFingerprint() !== brandFingerprint(stage.brand),
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
 * Returns the reason to render all pages, if any. If only the code changed, and the release recorded the code of each
 * route, returns a check for changed code instead, because not all pages are affected.
 */
function siteReasonOf({ previous, brand, bundle, full, selection }: PlanStage): Pick<PlanContext, 'isCodeChanged'> & {
  readonly reason: Reason | undefined;
} {
  // An outdated manifest lacks data that the plan needs, so all its pages count as rendered by different code.
  const previousBundle = previous && !previous.isOutdated ? previous.info.bundle : undefined;
  const now = { bundle: bundle.id, brand: ownFingerprint(brandFingerprint(brand)) };
  const before = previous && { bundle: previousBundle?.id ?? '', brand: ownFingerprint(previous.brandFingerprint()) };
  const reason = siteReason(before, now, full);
  if (selection) requireSameSite(reason);
  if (reason !== 'bundle' || !previousBundle?.code) return { reason };
  return {
    reason: siteReason(before && { ...before, bundle: bundle.id }, now, full),
    isCodeChanged: codeChanges(previousBundle.code, bundle.pageKeys),
  };
}

/** Number of batches hashed in this thread. For more batches, it is faster to start the render threads. */
const BATCHES_HERE = 25;

/**
 * Compares the models of pages that cannot be decided by their version. The first difference means that there will be a
 * release. The remaining pages then stay undecided until the render threads load their models, which they do anyway.
 */
async function decideByModels(draft: PlanDraft, { context, renderer, decidesAll }: PlanStage): Promise<void> {
  /** @returns true if no further pages need to be decided */
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

/** Number of models per batch. A hash takes 0.1 ms, so these batches are larger than batches for rendering. */
const HASHED_AT_ONCE = 128;

function reasonOf(previous: UndecidedPage['previous'], modelHash: string): Reason | undefined {
  const decision = decidePage({ previous, modelHash });
  return decision === 'keep' || decision === 'undecided' ? undefined : decision;
}
