import { type Loss, lossLines } from '#src/lib/losses.ts';
import type { Damage, Release, ReleaseInfo } from '#src/release/index.ts';
import type { Plan, PlanCounts } from './plan-database.ts';
import { fateText, summaryText } from './plan-summary.ts';
import type { StageTimer } from './stage-timer.ts';
import type { RebuildReport } from './types.ts';

export type ReportedPlan = PlanCounts & Partial<Pick<Plan, 'summary'>>;

interface ReportFacts {
  readonly brand: string;
  readonly previous: Release | undefined;
  readonly plan: ReportedPlan;
  readonly timer: StageTimer;
  readonly apiCalls: number;
  readonly losses: readonly Loss[];
  readonly counts: RenderCounts;
  /** Of the release before. */
  readonly damage: Damage;
  /** Pages that a correction took because its pages link to them. */
  readonly linked: ReadonlySet<string>;
}

/** What became of the pages to render so far. */
export interface RenderCounts {
  /** Taken from partial releases. */
  reused: number;
  /** Undecided pages that were kept in the end. */
  unchanged: number;
}

/** Makes a function that reports the end of a run; `published` is its release. */
export function createReport(facts: ReportFacts) {
  const { brand, previous, plan, timer, apiCalls, losses, counts, damage, linked } = facts;
  return (status: RebuildReport['status'], published?: ReleaseInfo): RebuildReport => ({
    brand,
    release: published?.id ?? previous?.id ?? null,
    previous: previous?.id ?? null,
    status,
    ...(status === 'planned' && plan.summary ? { plan: plan.summary() } : {}),
    pages: {
      rendered: plan.rendered - counts.unchanged,
      taken: counts.reused,
      kept: plan.kept + counts.unchanged,
      removed: plan.removed,
      total: plan.rendered + plan.kept,
    },
    ...(linked.size > 0 ? { linked: [...linked] } : {}),
    damaged: damage.pages.length + damage.assets.length,
    bytes: published?.bytes ?? previous?.info.bytes ?? 0,
    ...(published?.accepted ? { accepted: published.accepted } : {}),
    seconds: timer.seconds(),
    peakRssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    apiCalls,
    ...(losses.length > 0 ? { losses } : {}),
  });
}

const STATUS_TEXT = {
  published: 'published',
  unchanged: 'nothing changed',
  planned: 'dry run',
  part: 'shard rendered',
} as const;

/** The report for people. */
export function reportText({
  brand,
  release,
  status,
  pages,
  damaged,
  bytes,
  seconds,
  peakRssMiB,
  apiCalls,
  plan,
  explained,
  suspicious = [],
  losses = [],
  accepted,
  linked = [],
}: RebuildReport): string {
  const { total, ...stages } = seconds;
  const times = Object.entries(stages)
    .map(([stage, time]) => `${stage} ${time.toFixed(1)}`)
    .join(', ');
  const taken = pages.taken === 0 ? '' : ` of which ${pages.taken} before this run`;
  return [
    `${brand}: ${STATUS_TEXT[status]}${release ? `, live is ${release}` : ''}`,
    `  pages     ${pages.total} (${pages.rendered} rendered${taken}, ${pages.kept} kept, ${pages.removed} removed), ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    ...(damaged === 0 ? [] : [`  damaged   ${damaged} pages and files of the release before`]),
    ...linked.map((path) => `  linked    ${path}, published too because a corrected page links to it`),
    `  seconds   ${total.toFixed(1)} (${times})`,
    `  upstream  ${apiCalls} calls`,
    `  memory    ${peakRssMiB} MiB at most`,
    ...lossLines(losses).map((line) => `  left out  ${line}`),
    ...(accepted ? [`  accepted  ${accepted.reason}`, ...accepted.findings.map((one) => `            ${one}`)] : []),
    ...(plan ? [summaryText(plan)] : []),
    ...(explained ? [`  ${fateText(explained)}`] : []),
    ...suspicious.map((one) => `  a release of this would be refused: ${one}`),
  ].join('\n');
}
