import type { PublicBrand } from '#src/brand/public.ts';
import { hash } from '#src/lib/hash.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { Release } from '#src/release/index.ts';
import type { Bundle } from '#src/renderer/index.ts';
import { type PlanContext, planPages } from './plan.ts';
import { type Plan, writePlan } from './plan-file.ts';
import { commonReason } from './reasons.ts';

interface PlanStage {
  /** Where the plan is written down. */
  readonly file: string;
  readonly context: Pick<PlanContext, 'editions' | 'views'>;
  readonly previous: Release | undefined;
  readonly brand: PublicBrand;
  readonly bundle: Bundle;
  readonly full: boolean;
}

/** Decides for every page whether it is rendered, and counts what goes. */
export function planStage({ file, context, previous, brand, bundle, full }: PlanStage): Plan {
  const before = previous && { bundle: previous.info.bundle.id, brand: previous.brandFingerprint() };
  const common = commonReason(before, { bundle: bundle.id, brand: fingerprintOf(brand) }, full);
  const pages = planPages({ ...context, common, previous: (path) => previous?.page(path) });
  return writePlan(file, pages, context.editions, previous);
}

/** Changes with every field of the brand that a page can show: its files stand in it by their hashed addresses. */
export const fingerprintOf = (brand: PublicBrand) => hash(stableJson(brand), 32);
