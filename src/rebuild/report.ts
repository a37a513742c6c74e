import type { Release, ReleaseInfo } from '#src/release/index.ts';
import type { Clock } from './clock.ts';
import type { Plan } from './plan-file.ts';
import type { RebuildReport } from './types.ts';

interface Facts {
  readonly brand: string;
  readonly previous: Release | undefined;
  readonly plan: Plan;
  readonly clock: Clock;
  readonly apiCalls: number;
}

/** Tells what became of a run; `made` is the release it published. */
export function createReport({ brand, previous, plan, clock, apiCalls }: Facts) {
  return (status: RebuildReport['status'], made?: ReleaseInfo): RebuildReport => ({
    brand,
    release: made?.id ?? previous?.id ?? null,
    previous: previous?.id ?? null,
    status,
    pages: { rendered: plan.rendered, kept: plan.kept, removed: plan.removed, total: plan.rendered + plan.kept },
    bytes: made?.bytes ?? previous?.info.bytes ?? 0,
    seconds: clock.seconds(),
    peakRssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    apiCalls,
  });
}

const STATUS_TEXT = { published: 'published', unchanged: 'nothing changed', planned: 'dry run' } as const;

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
}: RebuildReport): string {
  const { total, ...stages } = seconds;
  const times = Object.entries(stages)
    .map(([stage, time]) => `${stage} ${time.toFixed(1)}`)
    .join(', ');
  return [
    `${brand}: ${STATUS_TEXT[status]}${release ? `, live is ${release}` : ''}`,
    `  pages     ${pages.total} (${pages.rendered} rendered, ${pages.kept} kept, ${pages.removed} removed), ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    `  seconds   ${total.toFixed(1)} (${times})`,
    `  upstream  ${apiCalls} calls`,
    `  memory    ${peakRssMiB} MiB at most`,
  ].join('\n');
}
