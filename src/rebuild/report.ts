import type { Release, ReleaseInfo } from '#src/release/index.ts';
import type { Clock } from './stage-timer.ts';
import type { Plan, PlanCounts } from './plan-database.ts';
import { summaryText } from './summary-text.ts';
import type { RebuildReport } from './types.ts';

export type ReportedPlan = PlanCounts & Partial<Pick<Plan, 'summary'>>;

interface Facts {
  readonly brand: string;
  readonly previous: Release | undefined;
  readonly plan: ReportedPlan;
  readonly clock: Clock;
  readonly apiCalls: number;
  readonly seen: Seen;
}

/** What came of planned pages so far. */
export interface Seen {
  /** They were in parts already. */
  taken: number;
  /** They stay after all. */
  kept: number;
}

/** Tells what became of a run; `made` is the release it published. */
export function createReport({ brand, previous, plan, clock, apiCalls, seen }: Facts) {
  return (status: RebuildReport['status'], made?: ReleaseInfo): RebuildReport => ({
    brand,
    release: made?.id ?? previous?.id ?? null,
    previous: previous?.id ?? null,
    status,
    ...(status === 'planned' && plan.summary ? { plan: plan.summary() } : {}),
    pages: {
      rendered: plan.rendered - seen.kept,
      taken: seen.taken,
      kept: plan.kept + seen.kept,
      removed: plan.removed,
      total: plan.rendered + plan.kept,
    },
    bytes: made?.bytes ?? previous?.info.bytes ?? 0,
    seconds: clock.seconds(),
    peakRssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    apiCalls,
  });
}

const STATUS_TEXT = {
  published: 'published',
  unchanged: 'nothing changed',
  planned: 'dry run',
  part: 'part rendered',
} as const;

/** The report for people. */
export function reportText({
  brand,
  release,
  status,
  pages,
  bytes,
  seconds,
  peakRssMiB,
  apiCalls,
  plan,
}: RebuildReport): string {
  const { total, ...stages } = seconds;
  const times = Object.entries(stages)
    .map(([stage, time]) => `${stage} ${time.toFixed(1)}`)
    .join(', ');
  const taken = pages.taken === 0 ? '' : ` of which ${pages.taken} before this run`;
  return [
    `${brand}: ${STATUS_TEXT[status]}${release ? `, live is ${release}` : ''}`,
    `  pages     ${pages.total} (${pages.rendered} rendered${taken}, ${pages.kept} kept, ${pages.removed} removed), ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    `  seconds   ${total.toFixed(1)} (${times})`,
    `  upstream  ${apiCalls} calls`,
    `  memory    ${peakRssMiB} MiB at most`,
    ...(plan ? [summaryText(plan)] : []),
  ].join('\n');
}
