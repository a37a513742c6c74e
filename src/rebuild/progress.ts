/** Shows people what a run is doing. */
export interface Progress {
  /** A stage begins. `total` is its number of steps, where known. */
  stage(name: string, total?: number): void;
  step(): void;
  /** The run has ended. */
  end(): void;
}

export const silentProgress: Progress = { stage() {}, step() {}, end() {} };

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

export function progressLine(state: { name: string; total: number; done: number; seconds: number }): string {
  const { name, total, done, seconds } = state;
  if (total === 0) return name;
  const filled = Math.round((BAR_CELLS * done) / total);
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 ? ` · ${Math.ceil((total - done) / rate)} s left` : '';
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
  return `${name} ${bar} ${done}/${total} · ${Math.round(rate)} pages/s${left}`;
}
