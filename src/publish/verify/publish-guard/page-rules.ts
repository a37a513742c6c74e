import type { SectionTotals } from '#src/publish/release/index.ts';
import { PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import type { Finding, Rule } from './finding.ts';
import { allowedLoss, LIMITS } from './limits.ts';
import { counted, isGrowth, percent } from './numbers.ts';
import type { PageCount, SectionChanges } from './page-changes.ts';

/** One section of a release, and the same section of the live release. */
export interface ComparedSection {
  /** Kind of page; prefixed with `<locale>:` except for the first locale. */
  readonly name: string;
  readonly kind: RouteKind;
  /** The section of the live release; undefined if the live release has no such pages or did not record them. */
  readonly live: SectionTotals | undefined;
  /** The section of the new release; undefined if it has no pages in this section. */
  readonly now: SectionTotals | undefined;
  readonly changes: SectionChanges | undefined;
  /** Numbers of distinct titles; only if code or brand differ from those of the live release. */
  readonly titles?: { readonly live: number; readonly now: number } | undefined;
}

/**
 * Whether pages of this kind, such as book pages, are rendered on request if a release lacks them. The number of such
 * pages is not compared.
 */
export const isOfBooks = (kind: RouteKind): boolean => PAGE_KINDS[kind].rendering === 'hybrid';

/** @param isOtherSite whether code or brand differ from those of the live release, so that all pages have changed */
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
  const isEditorial = PAGE_KINDS[kind].release === 'editorial';
  const pages = now?.pages ?? 0;
  const lost = live.pages - pages;
  const allowed =
    PAGE_KINDS[kind].release === 'fixed'
      ? 0
      : allowedLoss(live.pages, LIMITS[isEditorial ? 'editorialPages' : 'pages']);
  const what = `${name}: ${counted(pages, live.pages, 'pages')}`;
  if (lost > allowed) return [{ rule: 'pages-lost', what }];
  if (isGrowth(live.pages, pages)) return [{ rule: 'pages-gained', what }];
  const missing = lost + (changes?.added ?? 0);
  const share = LIMITS[isEditorial ? 'editorialAddresses' : 'addresses'];
  if (missing < LIMITS.many || missing <= share * live.pages) return [];
  return [{ rule: 'addresses-changed', what: `${name}: ${missing} of ${live.pages} live addresses no longer exist` }];
}

function changeFindings({ name, kind, live, now, titles, changes }: ComparedSection, isOtherSite: boolean): Finding[] {
  const { newTitles, newNoindex, newCanonical, otherHost } = changes ?? NO_CHANGES;
  const pages = live?.pages ?? 0;
  const tolerated = isOfBooks(kind) ? allowedLoss(pages, LIMITS.noindexOfBooks) : 0;
  const areTitlesChanged = newTitles.count >= LIMITS.many && newTitles.count > LIMITS.titles * pages;
  return [
    ...pagesFinding(
      'canonical-host',
      otherHost.count > 0,
      otherHost,
      `${name}: the canonical URL is on another host for`,
    ),
    ...pagesFinding(
      'canonical',
      newCanonical.count > 0,
      newCanonical,
      `${name}: the canonical URL is now another page for`,
    ),
    ...pagesFinding('noindex', newNoindex.count > tolerated, newNoindex, `${name}: noindex is new on`),
    ...pagesFinding(
      'titles-changed',
      !isOtherSite && areTitlesChanged,
      newTitles,
      `${name}: ${percent(newTitles.count, pages)} of the pages have a new title:`,
    ),
    ...alikeFinding({ name, live, now, titles }),
  ];
}

const NONE: PageCount = { count: 0, examples: [] };
const NO_CHANGES = { newTitles: NONE, newNoindex: NONE, newCanonical: NONE, otherHost: NONE };

function pagesFinding(rule: Rule, applies: boolean, { count, examples }: PageCount, what: string): Finding[] {
  if (!applies) return [];
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
    ...pagesFinding(
      'other-brand',
      now.asSite > 0,
      { ...asSite, count: now.asSite },
      `${name}: the site is named as another brand on`,
    ),
    ...pagesFinding(
      'other-brand-text',
      now.inText > 0 && !live?.inText,
      { ...inText, count: now.inText },
      `${name}: texts name another brand on`,
    ),
    ...pagesFinding('other-brand-text', namesMore, inContent, `${name}: titles name another brand on`),
  ];
}

function sizeFindings({ name, live, now, changes }: ComparedSection, isOtherSite: boolean): Finding[] {
  const { least, most } = LIMITS[isOtherSite ? 'sizeOfOtherSite' : 'size'];
  const isFar = (growth: number) => growth < least || growth > most;
  const finding = (pages: string, growth: number): Finding[] => [
    { rule: 'page-size', what: `${name}: the median size of ${pages} is ${percent(growth, 1)} of the live one` },
  ];
  if (live && now && Math.min(live.pages, now.pages) >= LIMITS.many && isFar(now.medianBytes / live.medianBytes))
    return finding('all pages', now.medianBytes / live.medianBytes);
  if (changes && changes.changed >= LIMITS.many && isFar(changes.medianGrowth))
    return finding(`${changes.changed} changed pages`, changes.medianGrowth);
  return [];
}
