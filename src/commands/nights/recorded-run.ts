import { EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import type { Mode, NightEnd } from '#src/publish/nights/index.ts';
import { type RebuildReport, type RequestedRun, type RunTally, VerificationError } from '#src/publish/rebuild/index.ts';
import { lossLines } from '#src/publish/snapshot/losses.ts';

/** The mode under which a run is recorded. */
export function modeOf(run: RequestedRun): Mode {
  if (run.mode === 'explain') return 'dry-run';
  if (run.mode === 'correction') return 'pages';
  return run.mode === 'night' && run.full ? 'full' : run.mode;
}

/** The record of a successful run. */
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
  `damaged: ${damaged} pages and files of the previous release${status === 'published' ? ', rendered again' : ''}`;

/**
 * The record of a failed or refused run.
 * @param live the release that stays live
 */
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
