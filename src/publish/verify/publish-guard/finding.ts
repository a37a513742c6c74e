/**
 * The publish guard's rules. `why` explains why a finding matters and what to check. `never` marks rules whose findings
 * are always errors, so they cannot be accepted. docs/operate/publish-guard.md lists all rules with their limits.
 */
export const RULES = {
  'no-page': { never: true, why: 'The site would be empty. Check what the upstream returns.' },
  'broken-page': { never: true, why: 'Visitors would see a broken page. Fix the code or the data behind it.' },
  'missing-page': { never: true, why: 'Every page links to it, or the server needs it. Fix the code.' },
  'broken-link': {
    never: true,
    why: 'Visitors and search engines would get a 404. Fix the link, or publish its target too.',
  },
  'other-brand': {
    never: true,
    why: 'Search engines would assign the pages to another site. Look for a mixed-up brand in the code or settings.',
  },
  'canonical-host': {
    never: true,
    why: "Search engines would drop the pages in favour of another host. Check the brand's hosts.",
  },
  'books-lost': {
    never: false,
    why: 'Readers would no longer find these books. Check what the upstream lists.',
  },
  'books-gained': {
    never: false,
    why: 'Books of another catalogue may have been added. Check what the upstream lists.',
  },
  'lists-lost': {
    never: false,
    why: "Parts of the home page and the menus would disappear. Check the upstream's response for them.",
  },
  'list-emptied': {
    never: false,
    why: 'The upstream still has the list, so its books were probably lost by mistake. Check what it returns for the list.',
  },
  'pages-lost': {
    never: false,
    why: 'Visitors from search engines would get a 404. Check which lists the upstream no longer has.',
  },
  'pages-gained': {
    never: false,
    why: 'Lists of another catalogue may have been added, or tags and keywords were split. Check with a dry run.',
  },
  'addresses-changed': {
    never: false,
    why: 'Search engines would have to index these pages again. Check how names are turned into addresses.',
  },
  noindex: {
    never: false,
    why: 'Search engines would remove these pages from their results. Check their meta robots.',
  },
  canonical: {
    never: false,
    why: 'Search engines would drop these pages in favour of others. Check their canonical URLs.',
  },
  'other-brand-text': {
    never: false,
    why: 'Visitors would see the name of another site. Check texts and taglines; a name that is also a common word is fine.',
  },
  'page-size': {
    never: false,
    why: 'Parts of these pages are missing or duplicated. Compare some of them with the live ones.',
  },
  'titles-changed': {
    never: false,
    why: 'Search engines show titles in their results. Check which texts and names changed.',
  },
  'titles-alike': {
    never: false,
    why: 'Search engines drop pages that they cannot tell apart. Check how titles are built.',
  },
} as const satisfies Readonly<Record<string, { readonly never: boolean; readonly why: string }>>;

export type Rule = keyof typeof RULES;

export interface Finding {
  readonly rule: Rule;
  /** What happened, as one sentence with numbers. */
  readonly what: string;
  /** Only for `broken-link`: the path that the link points to. */
  readonly target?: string;
}

export const isAcceptable = ({ rule }: Finding): boolean => !RULES[rule].never;

const MAX_SHOWN_PER_RULE = 10;

/** Formats the findings as text: for each rule what happened, why it matters and what to do. */
export function findingsText(findings: readonly Finding[], brand: string): string {
  const rules = Array.from(
    Map.groupBy(findings, ({ rule }) => rule),
    ([rule, ruleFindings]) => {
      const shownLines = ruleFindings.slice(0, MAX_SHOWN_PER_RULE).map(({ what }) => `  - ${what}`);
      const moreLines =
        ruleFindings.length > MAX_SHOWN_PER_RULE
          ? [`  - and ${ruleFindings.length - MAX_SHOWN_PER_RULE} more like these`]
          : [];
      return [...shownLines, ...moreLines, `    ${rule}: ${RULES[rule].why}`].join('\n');
    },
  );
  const remedy = findings.every(isAcceptable)
    ? `If all of this is correct, publish it: npm run rebuild -- --brand ${brand} --accept "why it is correct"`
    : 'This cannot be accepted: fix it, then run again.';
  return [...rules, remedy].join('\n');
}
