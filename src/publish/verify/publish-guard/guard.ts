import type { PublicBrand } from '#src/brand/public-brand.ts';
import { aliasKey, type SectionTotals } from '#src/publish/release/index.ts';
import { PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import type { SiteContent } from './content-facts.ts';
import { contentFindings } from './content-rules.ts';
import type { Finding } from './finding.ts';
import { allowedLoss, LIMITS } from './limits.ts';
import { counted } from './numbers.ts';
import type { SectionChanges } from './page-changes.ts';
import { isOfBooks, sectionFindings } from './page-rules.ts';
import { type RequiredPage, requiredPageFinding } from './required-pages.ts';

export type Sections = Readonly<Record<string, SectionTotals>>;
type TitleCounts = Readonly<Record<string, number>>;

/** The input of the publish guard: plain data from two manifests and a snapshot. */
export interface GuardedRelease {
  readonly locales: PublicBrand['locales'];
  /** The facts about the live release; `content` and `sections` are undefined if they are unknown. */
  readonly live: { readonly content: SiteContent | undefined; readonly sections: Sections | undefined };
  readonly now: { readonly content: SiteContent; readonly sections: Sections };
  readonly changes: ReadonlyMap<string, SectionChanges>;
  readonly required: readonly RequiredPage[];
  /** Whether code or brand differ from those of the live release. */
  readonly isOtherSite: boolean;
  /** Number of distinct titles by section; only needed if `isOtherSite` is true. */
  readonly titles?: { readonly live: TitleCounts; readonly now: TitleCounts } | undefined;
}

/** Returns what is suspicious about a release compared with the live one. Pure function. */
export function guardFindings(release: GuardedRelease): Finding[] {
  const { locales, live, now, changes, required, isOtherSite, titles } = release;
  return [
    ...(Object.keys(now.sections).length === 0 ? [{ rule: 'no-page', what: 'The release has no pages' } as const] : []),
    ...contentFindings(live.content, now.content),
    ...required.flatMap(requiredPageFinding),
    // Only the brand's current languages are compared: pages in a language that was removed are expected to disappear.
    ...locales.flatMap((locale) => totalFindings(locale, release)),
    ...locales.flatMap((locale) =>
      KINDS.flatMap((kind) => {
        const name = aliasKey(locale, kind);
        const counts = titles && { live: titles.live[name] ?? 0, now: titles.now[name] ?? 0 };
        const both = { live: live.sections?.[name], now: now.sections[name] };
        return sectionFindings({ name, kind, ...both, changes: changes.get(name), titles: counts }, isOtherSite);
      }),
    ),
  ];
}

const KINDS = Object.keys(PAGE_KINDS) as RouteKind[];
const COUNTED_KINDS = KINDS.filter((kind) => !isOfBooks(kind));

function totalFindings(locale: PublicBrand['locales'][number], { live, now }: GuardedRelease): Finding[] {
  const sum = (sections: Sections | undefined) =>
    COUNTED_KINDS.reduce((total, kind) => total + (sections?.[aliasKey(locale, kind)]?.pages ?? 0), 0);
  const [before, after] = [sum(live.sections), sum(now.sections)];
  if (before - after <= allowedLoss(before, LIMITS.allPages)) return [];
  return [{ rule: 'pages-lost', what: `${locale} has ${counted(after, before, 'pages')} without those of books` }];
}
