import type { Kind, Weight } from './brand-pages.ts';

type Budget = Readonly<Partial<Weight>>;

const KB = 1024;

/**
 * Every kind of page of every brand. A limit beside a goal is what the site reaches today, rounded up (docs/develop/bench.md says
 * what it is made of).
 */
const EVERY: Budget = {
  html: 14 * KB,
  // The goal is 8 KB in one file. The brand with the largest sheet decides: 2.8 KB, where the others have up to 1.9.
  css: 9 * KB,
  cssFiles: 2,
  lateCss: KB,
  font: 30 * KB,
  fontFiles: 1,
  // The goal is 3 KB, the scripts in the page among them.
  inline: 3 * KB,
  js: 4.25 * KB,
  jsFiles: 2,
};

export const BUDGETS: Readonly<Record<Kind, Budget>> = {
  home: { ...EVERY, css: 8.75 * KB },
  list: { ...EVERY, requests: 12 },
  ranking: { ...EVERY, requests: 12 },
  hub: EVERY,
  novel: { ...EVERY, css: 10.25 * KB, inline: 3.75 * KB },
  chapter: { ...EVERY, html: 20 * KB, css: 10.5 * KB, lateCss: 5.25 * KB, inline: 3.75 * KB },
  'sign-in': { ...EVERY, css: 7 * KB },
  history: { ...EVERY, css: 8.75 * KB },
  account: { ...EVERY, css: 8.5 * KB },
  translator: { ...EVERY, css: 8.25 * KB },
  campaign: { ...EVERY, css: 8 * KB },
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
