import { CANONICAL, type ChangedPage, OTHER_BRAND } from '#src/publish/release/index.ts';
import { median } from './numbers.ts';

/** Number of pages, with the paths of a few. */
export interface PageCount {
  readonly count: number;
  readonly examples: readonly string[];
}

/** What a release adds and changes in one section. */
export interface SectionChanges {
  /** Pages at paths that do not exist in the live release. */
  readonly added: number;
  /** Pages whose bytes differ from the live release. */
  readonly changed: number;
  /** Changed pages with a new title. */
  readonly newTitles: PageCount;
  readonly newNoindex: PageCount;
  /** Pages whose canonical URL is now another page of the site but was not before. */
  readonly newCanonical: PageCount;
  /** Pages, including added ones, whose canonical URL is on another host. */
  readonly otherHost: PageCount;
  /** Keyed by the names in `OTHER_BRAND`. */
  readonly otherBrand: Readonly<Record<'inContent' | 'inText' | 'asSite', PageCount>>;
  /** Median of the factors by which the changed pages grew. */
  readonly medianGrowth: number;
}

const MAX_EXAMPLES = 3;

class Counter implements PageCount {
  count = 0;
  readonly examples: string[] = [];

  add(path: string): void {
    this.count += 1;
    if (this.examples.length < MAX_EXAMPLES) this.examples.push(path);
  }
}

/** Sums up changed pages by section. Keeps one number per changed page in memory. */
export function sumUpChanges(pages: Iterable<ChangedPage>): ReadonlyMap<string, SectionChanges> {
  const sections = new Map<string, ReturnType<typeof openSection>>();
  for (const page of pages) {
    const section = sections.get(page.section) ?? openSection();
    sections.set(page.section, section);
    section.add(page);
  }
  return new Map(Array.from(sections, ([name, { result }]) => [name, result()]));
}

function openSection() {
  const growths: number[] = [];
  const newTitles = new Counter();
  const newNoindex = new Counter();
  const newCanonical = new Counter();
  const otherHost = new Counter();
  const otherBrand = { inContent: new Counter(), inText: new Counter(), asSite: new Counter() };
  let added = 0;
  const compare = (page: ChangedPage, live: NonNullable<ChangedPage['live']>) => {
    growths.push(page.bytes / Math.max(1, live.bytes));
    if (!live.hasSameTitle) newTitles.add(page.path);
    if (page.noindex > live.noindex) newNoindex.add(page.path);
    if (page.canonical === CANONICAL.otherPage && live.canonical !== CANONICAL.otherPage) newCanonical.add(page.path);
  };
  return {
    add(page: ChangedPage) {
      if (page.live) compare(page, page.live);
      else added += 1;
      if (page.canonical === CANONICAL.otherHost) otherHost.add(page.path);
      for (const name of ['inContent', 'inText', 'asSite'] as const)
        if (page.otherBrand === OTHER_BRAND[name]) otherBrand[name].add(page.path);
    },
    result: (): SectionChanges => ({
      added,
      changed: growths.length,
      newTitles,
      newNoindex,
      newCanonical,
      otherHost,
      otherBrand,
      medianGrowth: growths.length === 0 ? 1 : median(growths),
    }),
  };
}
