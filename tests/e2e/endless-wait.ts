import type { Page } from '@playwright/test';

/** Makes a page's timers of `ms` fire after `to` ms, or never if `to` is undefined. */
const changeTimers = (page: Page, ms: number, to?: number) =>
  page.addInitScript(
    ({ changed, length }) => {
      const start = setTimeout;
      const other = (run: TimerHandler, delay?: number, ...more: unknown[]) => {
        if (delay !== changed) return start(run, delay, ...more);
        return length === undefined ? 0 : start(run, length, ...more);
      };
      Object.assign(globalThis, { setTimeout: other });
    },
    // Passed as JSON, which omits undefined.
    { changed: ms, length: to },
  );

/** Disables a page's timeout of `ms`, because a busy machine may be slower. */
export const waitForever = (page: Page, ms: number) => changeTimers(page, ms);

/** Shortens a page's timeout of `ms`, for tests in which the response never arrives. */
export const waitBriefly = (page: Page, ms: number) => changeTimers(page, ms, 500);
