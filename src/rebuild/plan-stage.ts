import { availableParallelism } from 'node:os';
import type { PublicBrand } from '#src/brand/public.ts';
import { batches } from '#src/lib/batches.ts';
import { hash } from '#src/lib/hash.ts';
import { inOrder } from '#src/lib/in-order.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { Release } from '#src/release/index.ts';
import type { Bundle } from '#src/site-bundle/index.ts';
import type { Maker } from './page-renderer.ts';
import { loadInputs, type PlanContext, planPages } from './plan.ts';
import { draftPlan, type Plan, type PlanDraft, type Undecided } from './plan-database.ts';
import { commonReason, pageReason } from './render-decision.ts';
import { BATCH, BATCHES_PER_CPU } from './render-stage.ts';
import { refuseCommon, type Selection, selectedPages } from './page-selection.ts';

interface PlanStage {
  /** Where the plan is written down. */
  readonly file: string;
  readonly context: Pick<PlanContext, 'editions' | 'views' | 'asked'>;
  readonly previous: Release | undefined;
  readonly brand: PublicBrand;
  readonly bundle: Bundle;
  readonly full: boolean;
  /** Every page is decided here, not only as many as tell that there is something to publish. */
  readonly wholly: boolean;
  /** Where only these pages are published. */
  readonly selection?: Selection | undefined;
  /** Threads that compute models, for many of them. */
  maker(): Promise<Maker>;
}

/** Batches of models that are computed here and now; beyond, threads are worth their start. */
const FEW = 25;

/** Decides for every page whether it is rendered, and counts what goes. */
export async function planStage(stage: PlanStage): Promise<Plan> {
  const { file, context, previous, brand, bundle, full, selection } = stage;
  const before = previous && {
    // Of an outdated release is not known what a night has to know, no more than of another code's.
    bundle: previous.isOutdated ? '' : previous.info.bundle.id,
    brand: previous.brandFingerprint(),
  };
  const common = commonReason(before, { bundle: bundle.id, brand: fingerprintOf(brand) }, full);
  if (selection) refuseCommon(common);
  const given = {
    ...context,
    common,
    previous: (path: string) => previous?.made(path),
    previousListing: (path: string) => previous?.listing(path),
  };
  const pages = selection ? selectedPages(given, selection) : planPages(given);
  const draft = draftPlan(file, { pages, editions: context.editions, previous, selection });
  try {
    selection?.check();
    await decideAll(draft, stage);
    return draft.finish();
  } catch (error) {
    draft.discard();
    throw error;
  }
}

/**
 * Compares the models of the pages that their versions do not decide. Once one differs there will be a release: then the
 * others are left to whoever makes it, who loads their models anyway.
 */
async function decideAll(draft: PlanDraft, { context, maker, wholly }: PlanStage): Promise<void> {
  const decide = (pages: readonly Undecided[], inputs: readonly string[]) => {
    const reasons = pages.map(({ recorded }, at) => pageReason({ inputs: recorded }, inputs[at] ?? ''));
    draft.decide(pages, reasons);
    return reasons.some((reason) => reason !== undefined);
  };
  const isEnough = (differs: boolean) => differs && !wholly;
  for (const pages of Iterator.from(batches(draft.undecided(), BATCH)).take(FEW)) {
    const inputs = pages.map((page) => loadInputs(context, page));
    if (isEnough(decide(pages, inputs))) return;
  }
  if (draft.unsure <= FEW * BATCH) return;
  const threads = await maker();
  const withInputs = async (pages: readonly Undecided[]) => ({ pages, inputs: await threads.inputs(pages) });
  const underWay = BATCHES_PER_CPU * availableParallelism();
  const compared = inOrder(batches(draft.undecided(), COMPARED_AT_ONCE), underWay, withInputs);
  for await (const { pages, inputs } of compared) if (isEnough(decide(pages, inputs))) return;
}

/** A model takes a tenth of a millisecond: of fewer the way to a thread and back would be much. */
const COMPARED_AT_ONCE = 128;

/** Changes with every field of the brand that a page can show: its files stand in it by their hashed addresses. */
export const fingerprintOf = (brand: PublicBrand) => hash(stableJson(brand), 32);
