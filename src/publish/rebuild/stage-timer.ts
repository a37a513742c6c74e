import { STAGES, type Stage } from './types.ts';

/** Measures the duration of a run's stages. */
export interface StageTimer {
  time<T>(stage: Stage, work: () => T | Promise<T>): Promise<T>;
  seconds(): Record<Stage | 'total', number>;
}

const round = (ms: number) => Math.round(ms) / 1000;

export function createStageTimer(now: () => number = () => performance.now()): StageTimer {
  const started = now();
  const spent = new Map<Stage, number>();
  return {
    async time(stage, work) {
      const from = now();
      try {
        return await work();
      } finally {
        spent.set(stage, (spent.get(stage) ?? 0) + now() - from);
      }
    },
    seconds() {
      const stages = Object.fromEntries(STAGES.map((stage) => [stage, round(spent.get(stage) ?? 0)])) as Record<
        Stage,
        number
      >;
      return { ...stages, total: round(now() - started) };
    },
  };
}
