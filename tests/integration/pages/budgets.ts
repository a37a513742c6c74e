import type { Kind, Weight } from './brand-pages.ts';

type Budget = Readonly<Partial<Weight>>;

const KB = 1024;

/**
 * Every kind of page of every brand. A limit beside a goal is what the site reaches today, rounded up (docs/develop/bench.md says
 * what it is made of).
 */
const EVERY: Budget = {
  html: 14 * KB,
  // The kind's and the brand's, which are asked for together (docs/develop/bench.md).
  css: 8 * KB,
  cssFiles: 2,
  lateCss: 1.5 * KB,
  font: 30 * KB,
  fontFiles: 1,
  inline: 3 * KB,
  js: 3 * KB,
  jsFiles: 1,
};

export const BUDGETS: Readonly<Record<Kind, Budget>> = {
  home: EVERY,
  list: { ...EVERY, requests: 12 },
  ranking: { ...EVERY, requests: 12 },
  hub: EVERY,
  novel: { ...EVERY, lateCss: 2.75 * KB, inline: 3.75 * KB },
  // Scripts in the page hold the keys, taps and carets that come before the reader does: no module could be there in time.
  chapter: { ...EVERY, html: 20 * KB, lateCss: 6.5 * KB, inline: 4.4 * KB },
  // The session of a plain form is kept by a script in the page.
  'sign-in': { ...EVERY, css: 6 * KB, inline: 3.5 * KB },
  history: EVERY,
  account: EVERY,
  // What was filled in is kept by a script in the page where a plain form is refused.
  translator: { ...EVERY, inline: 3.5 * KB },
  campaign: EVERY,
  'not found': EVERY,
};

/** Of a list with its 20 covers, and of those of them that each may have at most. */
export const LIST_BYTES = 90 * KB;
export const COVER_BYTES = 2 * KB;

/** What a page has too much of, such as `css: 12000, at most 11264`. */
export const excess = (weight: Weight, budget: Budget): string[] =>
  Object.entries(budget).flatMap(([part, most]) => {
    const found = weight[part as keyof Weight];
    return found > most ? [`${part}: ${found}, at most ${most}`] : [];
  });
