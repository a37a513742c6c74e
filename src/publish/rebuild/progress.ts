import type { Log } from '#src/lib/log.ts';

/** Shows the progress of a run. */
export interface Progress {
  /** Starts a run. `brand` is the brand's id. */
  begin(brand: string): void;
  /** Starts a stage. `total` is its number of steps, if known. */
  stage(name: string, total?: number): void;
  step(): void;
  end(): void;
}

export const silentProgress: Progress = { begin() {}, stage() {}, step() {}, end() {} };

const EVERY_MS = 100;
const BAR_CELLS = 24;

/**
 * Shows progress in one terminal line: bar, count, pages per second, time left.
 * @param show replaces the line
 */
export function terminalProgress(show: (line: string) => void, now: () => number = Date.now): Progress {
  let state = { name: '', total: 0, done: 0, since: 0 };
  let drawnAt = 0;
  const draw = () => {
    drawnAt = now();
    show(progressLine({ ...state, seconds: (drawnAt - state.since) / 1000 }));
  };
  return {
    begin() {},
    stage(name, total = 0) {
      state = { name, total, done: 0, since: now() };
      draw();
    },
    step() {
      state.done += 1;
      if (now() - drawnAt >= EVERY_MS) draw();
    },
    end: () => show(''),
  };
}

const LOG_EVERY_MS = 10_000;

/**
 * Writes progress to the log of an unattended run: one line per stage, and at most one every ten seconds during a
 * stage.
 */
export function loggedProgress(log: Log, now: () => number = Date.now): Progress {
  let brandLog = log;
  let state = { stage: '', total: 0, done: 0 };
  let saidAt = 0;
  const report = () => {
    saidAt = now();
    const { stage, total, done } = state;
    brandLog.info('progress', total === 0 ? { stage } : { stage, done, total });
  };
  return {
    begin(brand) {
      brandLog = log.child({ brand });
    },
    stage(name, total = 0) {
      state = { stage: name, total, done: 0 };
      report();
    },
    step() {
      state.done += 1;
      if (now() - saidAt >= LOG_EVERY_MS) report();
    },
    end() {},
  };
}

/** The progress of a run, as reported to another process. */
export interface ReportedProgress {
  readonly stage: string;
  readonly done: number;
  /** Number of steps in the stage; 0 if the number is unknown. */
  readonly total: number;
}

const REPORT_EVERY_MS = 250;

/** Reports each stage, and the progress during it at most four times a second. */
export function reportedProgress(report: (progress: ReportedProgress) => void, now: () => number = Date.now): Progress {
  let state = { stage: '', total: 0, done: 0 };
  let reportedAt = 0;
  const send = () => {
    reportedAt = now();
    report({ ...state });
  };
  return {
    begin() {
      state = { stage: '', total: 0, done: 0 };
    },
    stage(stage, total = 0) {
      state = { stage, total, done: 0 };
      send();
    },
    step() {
      state.done += 1;
      if (now() - reportedAt >= REPORT_EVERY_MS) send();
    },
    end: send,
  };
}

export function progressLine(state: { name: string; total: number; done: number; seconds: number }): string {
  const { name, total, done, seconds } = state;
  if (total === 0) return name;
  const filled = Math.round((BAR_CELLS * done) / total);
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 ? ` · ${Math.ceil((total - done) / rate)} s left` : '';
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
  return `${name} ${bar} ${done}/${total} · ${Math.round(rate)} pages/s${left}`;
}
