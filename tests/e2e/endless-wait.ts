import type { Page } from '@playwright/test';

/** Page timers of `ms` never fire: what the page gives up after that long is waited for, because a busy machine may be slower. */
export const waitForever = (page: Page, ms: number) =>
  page.addInitScript((wait) => {
    const start = setTimeout;
    const patient = (run: TimerHandler, delay?: number, ...more: unknown[]) =>
      delay === wait ? 0 : start(run, delay, ...more);
    Object.assign(globalThis, { setTimeout: patient });
  }, ms);
