import type { SectionTotals } from '#src/release/index.ts';
import { ROUTES, type RouteKind } from '#src/routes/paths.ts';
import type { Finding, Rule } from './finding.ts';
import { allowedLoss, LIMITS } from './limits.ts';
import { counted, isGrowth, percent } from './numbers.ts';
import type { PageCount, SectionChanges } from './page-changes.ts';

/** One section of a release beside that of the live one. */
export interface ComparedSection {
  /** Kind of page; of a locale with a prefix `<locale>:<kind>`. */
  readonly name: string;
  readonly kind: RouteKind;
  /** Undefined where the live release has no such pages, or nothing is known of them. */
  readonly live: SectionTotals | undefined;
  /** Undefined where the release has no such page. */
  readonly now: SectionTotals | undefined;
  readonly changes: SectionChanges | undefined;
  /** Number of different titles; only where code or brand are others than those of the live release. */
  readonly titles?: { readonly live: number; readonly now: number } | undefined;
}

/** Kinds whose pages are there whatever the content is. */
const FIXED: readonly RouteKind[] = ['login', 'history', 'notebook', 'myinfo', 'ads', 'translator', 'lastRead'];
/** Kinds whose lists editors make. */
const EDITORIAL: readonly RouteKind[] = ['ranking', 'section'];

/** Book pages that a release lacks are rendered on request, so that their number says nothing. */
export const isOfBooks = (kind: RouteKind): boolean => ROUTES[kind] === 'hybrid';

/** @param isOtherSite code or brand are others than those of the live release, so that all pages changed */
export function sectionFindings(section: ComparedSection, isOtherSite: boolean): Finding[] {
  return [
    ...countFindings(section),
    ...changeFindings(section, isOtherSite),
    ...brandFindings(section),
    ...sizeFindings(section, isOtherSite),
  ];
}

function countFindings({ name, kind, live, now, changes }: ComparedSection): Finding[] {
  if (!live || isOfBooks(kind)) return [];
  const isEditorial = EDITORIAL.includes(kind);
  const pages = now?.pages ?? 0;
  const lost = live.pages - pages;
  const allowed = FIXED.includes(kind) ? 0 : allowedLoss(live.pages, LIMITS[isEditorial ? 'editorialPages' : 'pages']);
  const what = `${name}: ${counted(pages, live.pages, 'pages')}`;
  if (lost > allowed) return [{ rule: 'pages-lost', what }];
  if (isGrowth(live.pages, pages)) return [{ rule: 'pages-gained', what }];
  const gone = lost + (changes?.added ?? 0);
  const share = LIMITS[isEditorial ? 'editorialAddresses' : 'addresses'];
  if (gone < LIMITS.many || gone <= share * live.pages) return [];
  return [{ rule: 'addresses-changed', what: `${name}: ${gone} of ${live.pages} live addresses are gone` }];
}

function changeFindings({ name, kind, live, now, titles, changes }: ComparedSection, isOtherSite: boolean): Finding[] {
  const { newTitles, newNoindex, newCanonical, otherHost } = changes ?? NO_CHANGES;
  const pages = live?.pages ?? 0;
  const tolerated = isOfBooks(kind) ? allowedLoss(pages, LIMITS.noindexOfBooks) : 0;
  const areTitlesChanged = newTitles.count >= LIMITS.many && newTitles.count > LIMITS.titles * pages;
  return [
    ...found('canonical-host', otherHost.count > 0, otherHost, `${name}: other hosts are canonical of`),
    ...found('canonical', newCanonical.count > 0, newCanonical, `${name}: other pages are now canonical of`),
    ...found('noindex', newNoindex.count > tolerated, newNoindex, `${name}: engines are now kept from`),
    ...found(
      'titles-changed',
      !isOtherSite && areTitlesChanged,
      newTitles,
      `${name}: ${percent(newTitles.count, pages)} of all have another title, those of`,
    ),
    ...alikeFinding({ name, live, now, titles }),
  ];
}

const NONE: PageCount = { count: 0, examples: [] };
const NO_CHANGES = { newTitles: NONE, newNoindex: NONE, newCanonical: NONE, otherHost: NONE };

function found(rule: Rule, holds: boolean, { count, examples }: PageCount, what: string): Finding[] {
  if (!holds) return [];
  const paths = examples.join(', ');
  return [
    {
      rule,
      what: `${what} ${count} ${count === 1 ? 'page' : 'pages'}: ${paths}${count > examples.length ? ', …' : ''}`,
    },
  ];
}

function alikeFinding({
  name,
  live,
  now,
  titles,
}: Pick<ComparedSection, 'name' | 'live' | 'now' | 'titles'>): Finding[] {
  if (!titles || !live || !now || Math.min(live.pages, now.pages) < LIMITS.many) return [];
  const [before, after] = [titles.live / live.pages, titles.now / now.pages];
  if (after >= before * (1 - LIMITS.titles)) return [];
  const what = `${name}: ${titles.now} different titles on ${now.pages} pages, the live release has ${titles.live} on ${live.pages}`;
  return [{ rule: 'titles-alike', what }];
}

function brandFindings({ name, live, now, changes }: ComparedSection): Finding[] {
  if (!now) return [];
  const { asSite = NONE, inText = NONE, inContent = NONE } = changes?.otherBrand ?? {};
  const share = (totals: SectionTotals | undefined) => (totals ? totals.inContent / totals.pages : 0);
  const namesMore =
    now.inContent - (live?.inContent ?? 0) >= LIMITS.many && share(now) > share(live) + LIMITS.namedTitles;
  return [
    ...found(
      'other-brand',
      now.asSite > 0,
      { ...asSite, count: now.asSite },
      `${name}: another brand is named as the site by`,
    ),
    ...found(
      'other-brand-text',
      now.inText > 0 && !live?.inText,
      { ...inText, count: now.inText },
      `${name}: texts name another brand on`,
    ),
    ...found('other-brand-text', namesMore, inContent, `${name}: titles name another brand on`),
  ];
}

function sizeFindings({ name, live, now, changes }: ComparedSection, isOtherSite: boolean): Finding[] {
  const { least, most } = LIMITS[isOtherSite ? 'sizeOfOtherSite' : 'size'];
  const isFar = (growth: number) => growth < least || growth > most;
  const finding = (whose: string, growth: number): Finding[] => [
    { rule: 'page-size', what: `${name}: the median size of ${whose} is ${percent(growth, 1)} of the live one` },
  ];
  if (live && now && Math.min(live.pages, now.pages) >= LIMITS.many && isFar(now.medianBytes / live.medianBytes))
    return finding('all pages', now.medianBytes / live.medianBytes);
  if (changes && changes.changed >= LIMITS.many && isFar(changes.medianGrowth))
    return finding(`${changes.changed} changed pages`, changes.medianGrowth);
  return [];
}
