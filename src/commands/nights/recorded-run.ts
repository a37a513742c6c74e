import { constants } from 'node:os';
import { EXIT, LecternError, messageOf } from '#src/lib/errors.ts';
import type { Mode, NightEnd, NightRecord } from '#src/publish/nights/index.ts';
import { type RebuildReport, type RequestedRun, type RunTally, VerificationError } from '#src/publish/rebuild/index.ts';
import { lossLines } from '#src/publish/snapshot/losses.ts';

/** Returns the mode with which a run is recorded. */
export function modeOf(run: RequestedRun): Mode {
  if (run.mode === 'explain') return 'dry-run';
  if (run.mode === 'correction') return 'pages';
  return run.mode === 'night' && run.full ? 'full' : run.mode;
}

/** Creates the record of a successful run. */
export function endOf(report: RebuildReport, tally: RunTally): NightEnd {
  const { status, release, pages, bytes, accepted, damaged, losses = [], operatorLinks = [] } = report;
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
      ...operatorLinks.map((line) => `broken link: ${line}`),
    ],
  };
}

const damageText = (damaged: number, status: RebuildReport['status']) =>
  `damaged: ${damaged} pages and files of the previous release${status === 'published' ? ', rendered again' : ''}`;

/**
 * Creates the record of a failed or refused run.
 * @param live the release that remains live
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

/**
 * Records a run as cancelled if SIGINT or SIGTERM ends this process.
 * @param live the release that stays live
 * @returns a function that stops waiting for signals
 */
export function recordCancelled(record: NightRecord, tally: RunTally, live: () => string | null): () => void {
  const cancel = (signal: 'SIGINT' | 'SIGTERM') => {
    stop();
    record.end({
      ...countsOf(tally),
      outcome: 'cancelled',
      exitCode: SIGNAL_EXIT + constants.signals[signal],
      release: live(),
      pages: null,
      bytes: null,
      reasons: [`The run was cancelled (${signal}).`],
    });
    process.kill(process.pid, signal);
  };
  const stop = () => void process.off('SIGINT', cancel).off('SIGTERM', cancel);
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  return stop;
}

/** A process ended by signal N has the exit code 128 + N in a shell. */
const SIGNAL_EXIT = 128;

const countsOf = ({ seconds, kinds, upstream }: RunTally) => ({ seconds, kinds, upstream: { ...upstream } });
