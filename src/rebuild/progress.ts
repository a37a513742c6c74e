import type { Log } from '#src/lib/log.ts';

/** Shows people what a run is doing. */
export interface Progress {
  /** A run begins. `brand` is its id. */
  begin(brand: string): void;
  /** A stage begins. `total` is its number of steps, where known. */
  stage(name: string, total?: number): void;
  step(): void;
  /** The run has ended. */
  end(): void;
}

export const silentProgress: Progress = { begin() {}, stage() {}, step() {}, end() {} };

const EVERY_MS = 100;
const BAR_CELLS = 24;

/** One line of a terminal that is overwritten: bar, count, pages per second, time left. */
export function terminalProgress(write: (text: string) => void, now: () => number = Date.now): Progress {
  let state = { name: '', total: 0, done: 0, since: 0 };
  let drawnAt = 0;
  const draw = () => {
    drawnAt = now();
    write(`\r\u001B[K${progressLine({ ...state, seconds: (drawnAt - state.since) / 1000 })}`);
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
    end: () => write('\r\u001B[K'),
  };
}

const LOG_EVERY_MS = 10_000;

/** Lines of the log for a run that nobody watches: one for each stage, and one at most every ten seconds within it. */
export function loggedProgress(log: Log, now: () => number = Date.now): Progress {
  let brandLog = log;
  let state = { stage: '', total: 0, done: 0 };
  let saidAt = 0;
  const say = () => {
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
      say();
    },
    step() {
      state.done += 1;
      if (now() - saidAt >= LOG_EVERY_MS) say();
    },
    end() {},
  };
}

/** What a run that another process watches is doing. */
export interface ToldProgress {
  readonly brand: string;
  readonly stage: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
}

const TELL_EVERY_MS = 250;

/** Tells each stage, and within it how far it is at most four times a second. */
export function toldProgress(tell: (progress: ToldProgress) => void, now: () => number = Date.now): Progress {
  let state = { brand: '', stage: '', total: 0, done: 0 };
  let toldAt = 0;
  const say = () => {
    toldAt = now();
    tell({ ...state });
  };
  return {
    begin(brand) {
      state = { brand, stage: '', total: 0, done: 0 };
    },
    stage(stage, total = 0) {
      state = { ...state, stage, total, done: 0 };
      say();
    },
    step() {
      state.done += 1;
      if (now() - toldAt >= TELL_EVERY_MS) say();
    },
    end: say,
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
