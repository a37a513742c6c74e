import type { Kind, Weight } from './brand-pages.ts';

type Budget = Readonly<Partial<Weight>>;

const KB = 1024;

/**
 * Size limits for every kind of page of every brand. Where a goal has not been reached yet, the limit is the current
 * size, rounded up (docs/develop/bench.md).
 */
const EVERY: Budget = {
  html: 14 * KB,
  // Two style sheets: one for the kind of page and one for the brand. They are requested in parallel
  // (docs/develop/bench.md).
  css: 8 * KB,
  cssFiles: 2,
  lateCss: 1.5 * KB,
  font: 30 * KB,
  fontFiles: 1,
  // The scripts before the first paint and of the islands, which are the same on every page.
  inline: 3.3 * KB,
  js: 3 * KB,
  jsFiles: 1,
};

/** The kinds of pages with other limits than `EVERY`. */
const OTHER_BUDGETS: Readonly<Partial<Record<Kind, Budget>>> = {
  list: { ...EVERY, requests: 12 },
  ranking: { ...EVERY, requests: 12 },
  novel: { ...EVERY, lateCss: 2.75 * KB, inline: 4 * KB },
  // An inline script holds back keys, taps and clicks until the reader has loaded. It also restores the
  // reading position before the first paint. A module would load too late for both.
  chapter: { ...EVERY, html: 20 * KB, lateCss: 6.5 * KB, inline: 5.3 * KB, js: 4 * KB, jsFiles: 2 },
  // A script stores the session after a sign-in without the island.
  login: { ...EVERY, css: 6 * KB, js: 4 * KB, jsFiles: 3 },
  // A script shows the stored books before React has loaded.
  history: { ...EVERY, js: 7.4 * KB, jsFiles: 2 },
  // A script redirects signed-out visitors.
  account: { ...EVERY, js: 3.4 * KB, jsFiles: 2 },
  notebook: { ...EVERY, lateCss: 2 * KB, js: 3.2 * KB, jsFiles: 2 },
  // A script copies the campaign's parameters to links.
  ads: { ...EVERY, js: 3.6 * KB, jsFiles: 2 },
  // A script restores the input of a form that was rejected without the island.
  translator: { ...EVERY, js: 4 * KB, jsFiles: 3 },
  // A second module reloads the page when the connection returns. A script lists the downloaded books.
  offline: { ...EVERY, js: 4.4 * KB, jsFiles: 3 },
};

export const budgetOf = (kind: Kind): Budget => OTHER_BUDGETS[kind] ?? EVERY;

/** Size limits for a list page including its 20 covers, and for a cover. */
export const LIST_BYTES = 90 * KB;
export const COVER_BYTES = 2 * KB;

/** The limits that a page exceeds, such as `css: 12000, at most 11264`. */
export const excess = (weight: Weight, budget: Budget): string[] =>
  Object.entries(budget).flatMap(([part, maximum]) => {
    const value = weight[part as keyof Weight];
    return value > maximum ? [`${part}: ${value}, at most ${maximum}`] : [];
  });
