import type { PublicBrand } from '#src/brand/public-brand.ts';
import { aliasKey, type SectionTotals } from '#src/release/index.ts';
import { ROUTES, type RouteKind } from '#src/routes/paths.ts';
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

/** All that the publish guard looks at: plain data, read from two manifests and a snapshot. */
export interface GuardedRelease {
  readonly locales: PublicBrand['locales'];
  /** What is known of the live release; each part is undefined where nothing is. */
  readonly live: { readonly content: SiteContent | undefined; readonly sections: Sections | undefined };
  readonly now: { readonly content: SiteContent; readonly sections: Sections };
  readonly changes: ReadonlyMap<string, SectionChanges>;
  readonly required: readonly RequiredPage[];
  /** Code or brand are others than those of the live release. */
  readonly isOtherSite: boolean;
  /** Different titles by section; needed only where `isOtherSite`. */
  readonly titles?: { readonly live: TitleCounts; readonly now: TitleCounts } | undefined;
}

/** What is suspicious of a release beside the live one. Pure: the same facts give the same findings. */
export function guardFindings(release: GuardedRelease): Finding[] {
  const { locales, live, now, changes, required, isOtherSite, titles } = release;
  return [
    ...(Object.keys(now.sections).length === 0 ? [{ rule: 'no-page', what: 'It has no page' } as const] : []),
    ...contentFindings(live.content, now.content),
    ...required.flatMap(requiredPageFinding),
    // The pages of a language that was taken out of the brand are meant to go.
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

const KINDS = Object.keys(ROUTES) as RouteKind[];
const COUNTED_KINDS = KINDS.filter((kind) => !isOfBooks(kind));

function totalFindings(locale: PublicBrand['locales'][number], { live, now }: GuardedRelease): Finding[] {
  const sum = (sections: Sections | undefined) =>
    COUNTED_KINDS.reduce((total, kind) => total + (sections?.[aliasKey(locale, kind)]?.pages ?? 0), 0);
  const [before, after] = [sum(live.sections), sum(now.sections)];
  if (before - after <= allowedLoss(before, LIMITS.allPages)) return [];
  return [{ rule: 'pages-lost', what: `${locale} has ${counted(after, before, 'pages')} without those of books` }];
}
