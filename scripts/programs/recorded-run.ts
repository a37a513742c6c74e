import { EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import { lossLines } from '#src/lib/losses.ts';
import type { Mode, NightEnd } from '#src/nights/index.ts';
import { type RebuildOptions, type RebuildReport, type RunTally, VerificationError } from '#src/rebuild/index.ts';

/** What a run was asked for. */
export function modeOf({ full, dryRun, pages, changedSince, shard, merge }: RebuildOptions): Mode {
  if (dryRun) return 'dry-run';
  if (pages) return 'pages';
  if (shard) return 'shard';
  if (merge !== undefined) return 'merge';
  if (changedSince !== undefined) return 'changed-since';
  return full ? 'full' : 'night';
}

/** The record of a run that did what it was asked for. */
export function endOf(report: RebuildReport, tally: RunTally): NightEnd {
  const { status, release, pages, bytes, accepted, damaged, losses = [] } = report;
  const { rendered, kept, removed } = pages;
  return {
    ...countsOf(tally),
    outcome: status,
    exitCode: EXIT.done,
    release,
    pages: { rendered, kept, removed },
    bytes,
    reasons: [
      ...(damaged > 0 ? [damageText(damaged, status)] : []),
      ...(accepted ? [`accepted: ${accepted.reason}`, ...accepted.findings] : []),
      ...lossLines(losses).map((line) => `left out: ${line}`),
    ],
  };
}

const damageText = (damaged: number, status: RebuildReport['status']) =>
  `damaged: ${damaged} pages and files of the release before${status === 'published' ? ', made anew' : ''}`;

/** The record of a run that failed or was refused. @param live the release that stays live */
export function failedEnd(error: unknown, live: string | null, tally: RunTally): NightEnd {
  const refused = error instanceof VerificationError;
  return {
    ...countsOf(tally),
    outcome: refused ? 'refused' : 'failed',
    exitCode: error instanceof LecternError ? error.exitCode : EXIT.failure,
    release: live,
    pages: null,
    bytes: null,
    reasons: refused ? error.findings.map(({ rule, what }) => `${rule}: ${what}`) : [messageOf(error)],
  };
}

const countsOf = ({ seconds, kinds, upstream }: RunTally) => ({ seconds, kinds, upstream: { ...upstream } });
