import type { Page } from '@playwright/test';

/** Page timers of this length fire after `to` ms; never where it is undefined. */
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
    // As JSON: what is undefined is left out.
    { changed: ms, length: to },
  );

/** What the page gives up after `ms` is waited for, because a busy machine may be slower. */
export const waitForever = (page: Page, ms: number) => changeTimers(page, ms);

/** What the page gives up after that long is given up soon, because a test knows that it never comes. */
export const waitBriefly = (page: Page, ms: number) => changeTimers(page, ms, 500);
