import type { Kind, Weight } from './brand-pages.ts';

type Budget = Readonly<Partial<Weight>>;

const KB = 1024;

/** Every kind of page of every brand. A limit beside a goal is what the site reaches today, rounded up. */
const EVERY: Budget = {
  html: 14 * KB,
  // The goal is 8 KB in one file.
  css: 11 * KB,
  cssFiles: 2,
  font: 30 * KB,
  fontFiles: 1,
  // The goal is 3 KB in 2 files, the scripts in the page among them.
  inline: 3 * KB,
  js: 3.75 * KB,
  jsFiles: 2,
};
/** Pages with lists load what lists need too. */
const LISTS: Budget = { ...EVERY, js: 5.75 * KB, jsFiles: 3 };
/** Forms and the account have one style sheet. */
const VISITOR: Budget = { ...EVERY, css: 14.75 * KB };

export const BUDGETS: Readonly<Record<Kind, Budget>> = {
  home: { ...LISTS, js: 7.5 * KB, jsFiles: 6 },
  list: { ...LISTS, requests: 12 },
  ranking: { ...LISTS, requests: 12 },
  hub: EVERY,
  novel: { ...LISTS, css: 11.5 * KB, inline: 3.75 * KB },
  chapter: { ...EVERY, html: 20 * KB, css: 15.75 * KB, inline: 3.75 * KB },
  'sign-in': VISITOR,
  history: VISITOR,
  account: VISITOR,
  translator: { ...EVERY, css: 12.25 * KB },
  campaign: { ...LISTS, css: 12.25 * KB },
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
