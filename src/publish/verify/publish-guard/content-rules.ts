import type { ContentFacts, ListFacts, SiteContent } from './content-facts.ts';
import type { Finding } from './finding.ts';
import { allowedLoss, LIMITS } from './limits.ts';
import { counted, isGrowth } from './numbers.ts';

/**
 * Compares a snapshot's counts with those of the live release, per language. Skips a language that only one of them
 * has, because the language was added to the brand or removed from it.
 */
export function contentFindings(before: SiteContent | undefined, after: SiteContent): Finding[] {
  return Object.entries(after).flatMap(([locale, now]) => {
    const live = before?.[locale];
    return live ? [...bookFindings(live, now, locale), ...listFindings(live, now, locale)] : [];
  });
}

function bookFindings(live: ContentFacts, now: ContentFacts, locale: string): Finding[] {
  const what = `${locale} has ${counted(now.books, live.books, 'books')}`;
  const isLost = live.books - now.books > allowedLoss(live.books, LIMITS.books) || (live.books > 0 && now.books === 0);
  if (isLost) return [{ rule: 'books-lost', what }];
  return isGrowth(live.books, now.books) ? [{ rule: 'books-gained', what }] : [];
}

/**
 * The upstream's menus. A seasonal menu may lose all its lists; if all genres or all rankings disappear, that is a
 * finding.
 */
const MENUS = [
  { menu: 'genres', isSeasonal: false },
  { menu: 'rankings', isSeasonal: false },
  { menu: 'shelves', isSeasonal: true },
] as const;

function listFindings(live: ContentFacts, now: ContentFacts, locale: string): Finding[] {
  const menus = MENUS.flatMap(({ menu, isSeasonal }) => {
    const counts = [filled(live[menu]), filled(now[menu])] as const;
    const emptied = Object.entries(now[menu]).flatMap(([key, list]) => emptiedFinding(live[menu][key], list, locale));
    return [...menuFinding(counts, isSeasonal, `${menu} with books`, locale), ...emptied];
  });
  const areBannersGone = now.banners === 0 && live.banners > 1;
  return [...menus, ...(areBannersGone ? [lost(live.banners, 0, 'banners', locale)] : [])];
}

const filled = (lists: Readonly<Record<string, ListFacts>>) =>
  Object.values(lists).filter(({ books }) => books > 0).length;

function menuFinding(
  [before, after]: readonly [before: number, after: number],
  isSeasonal: boolean,
  noun: string,
  locale: string,
): Finding[] {
  const areGone = after === 0 && before > (isSeasonal ? 1 : 0);
  return areGone || before - after > allowedLoss(before, LIMITS.lists) ? [lost(before, after, noun, locale)] : [];
}

const lost = (before: number, after: number, noun: string, locale: string): Finding => ({
  rule: 'lists-lost',
  what: `${locale} has ${counted(after, before, noun)}`,
});

const emptiedFinding = (live: ListFacts | undefined, { name, books }: ListFacts, locale: string): Finding[] =>
  live && books === 0 && live.books >= LIMITS.emptiedList
    ? [{ rule: 'list-emptied', what: `${locale}: the list "${name}" has no books, the live one has ${live.books}` }]
    : [];
