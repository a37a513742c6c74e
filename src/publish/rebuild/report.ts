import { counted } from '#src/lib/text.ts';
import type { Plan, PlanCounts } from '#src/publish/plan/plan-database.ts';
import { fateText, summaryText } from '#src/publish/plan/plan-summary.ts';
import type { Damage, Release, ReleaseInfo } from '#src/publish/release/index.ts';
import { type Loss, lossLines } from '#src/publish/snapshot/losses.ts';
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
  /** Damage found in the previous release. */
  readonly damage: Damage;
  /** Pages that a correction included because corrected pages link to them. */
  readonly linked: ReadonlySet<string>;
  readonly operatorLinks: ReadonlySet<string>;
}

/** Counts of pages that did not have to be rendered. */
export interface RenderCounts {
  /** Number of pages taken from partial releases. */
  reused: number;
  /** Number of undecided pages that turned out to be unchanged. */
  unchanged: number;
}

/** Returns a function that reports the end of a run. `published` is the release that the run published. */
export function createReport(facts: ReportFacts) {
  const { brand, previous, plan, timer, apiCalls, losses, counts, damage, linked, operatorLinks } = facts;
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
    ...(operatorLinks.size > 0 ? { operatorLinks: [...operatorLinks] } : {}),
  });
}

const STATUS_TEXT = {
  published: 'published',
  unchanged: 'nothing changed',
  planned: 'dry run',
} as const;

/** Formats the report as text. */
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
  operatorLinks = [],
}: RebuildReport): string {
  const { total, ...stages } = seconds;
  const times = Object.entries(stages)
    .map(([stage, time]) => `${stage} ${time.toFixed(1)}`)
    .join(', ');
  const takenText = pages.taken === 0 ? '' : ` of which ${pages.taken} before this run`;
  return [
    `${brand}: ${STATUS_TEXT[status]}${release ? `, live release ${release}` : ''}`,
    `  pages     ${pages.total} (${pages.rendered} rendered${takenText}, ${pages.kept} kept, ${pages.removed} removed), ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    ...(damaged === 0 ? [] : [`  damaged   ${damaged} pages and files of the previous release`]),
    ...linked.map((path) => `  linked    ${path}, published too because a corrected page links to it`),
    `  seconds   ${total.toFixed(1)} (${times})`,
    `  upstream  ${counted(apiCalls, 'call')}`,
    `  memory    ${peakRssMiB} MiB at most`,
    ...lossLines(losses).map((line) => `  left out  ${line}`),
    ...operatorLinks.map((line) => `  link      ${line}`),
    ...(accepted
      ? [`  accepted  ${accepted.reason}`, ...accepted.findings.map((finding) => `            ${finding}`)]
      : []),
    ...(plan ? [summaryText(plan)] : []),
    ...(explained ? [`  ${fateText(explained)}`] : []),
    ...suspicious.map((finding) => `  a release of this would be refused: ${finding}`),
  ].join('\n');
}
