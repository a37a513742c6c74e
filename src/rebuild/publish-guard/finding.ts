/**
 * What the publish guard objects to. `why` says why it matters and what to look at; `never` marks what no reason makes
 * right, because no data can cause it. docs/operate/rebuild.md lists all with their limits.
 */
export const RULES = {
  'no-page': { never: true, why: 'The site would be empty. Look at what the upstream answers.' },
  'broken-page': { never: true, why: 'Visitors would see a broken page. Correct the code or the data behind it.' },
  'missing-page': { never: true, why: 'Every page leads there, or the server needs it. Correct the code.' },
  'broken-link': {
    never: true,
    why: 'Visitors and engines would get 404. Correct the link, or publish its target too.',
  },
  'other-brand': {
    never: true,
    why: 'Engines would count the pages as those of another site. Look for a brand that is mixed up in code or settings.',
  },
  'canonical-host': {
    never: true,
    why: 'Engines would take the pages out in favour of another host. Look at the hosts of the brand.',
  },
  'books-lost': {
    never: false,
    why: 'Readers would no longer find these books. Look at what the upstream lists.',
  },
  'books-gained': {
    never: false,
    why: 'Books of another catalogue may have come in. Look at what the upstream lists.',
  },
  'lists-lost': {
    never: false,
    why: 'A part of the home page and of the menus would be gone. Look at what the upstream answers for them.',
  },
  'list-emptied': {
    never: false,
    why: 'The upstream still names the list, so its books are likely lost by mistake. Look at what it answers for it.',
  },
  'pages-lost': {
    never: false,
    why: 'Visitors from engines would get 404. Look at which lists the upstream no longer has.',
  },
  'pages-gained': {
    never: false,
    why: 'Lists of another catalogue may have come in, or tags and keywords were split. Look at a dry run.',
  },
  'addresses-changed': {
    never: false,
    why: 'Engines would have to learn these pages anew. Look at how names become addresses.',
  },
  noindex: { never: false, why: 'Engines would take these pages out of their results. Look at their meta robots.' },
  canonical: { never: false, why: 'Engines would take these pages out in favour of others. Look at their canonical.' },
  'other-brand-text': {
    never: false,
    why: 'Visitors would read the name of another site. Look at texts and taglines; a name that is a common word is right.',
  },
  'page-size': {
    never: false,
    why: 'A part of these pages is gone, or there twice. Compare some of them with the live ones.',
  },
  'titles-changed': {
    never: false,
    why: 'Engines show titles as the names of results. Look at texts and names that changed.',
  },
  'titles-alike': {
    never: false,
    why: 'Engines drop pages that they cannot tell apart. Look at what titles are made of.',
  },
} as const satisfies Readonly<Record<string, { readonly never: boolean; readonly why: string }>>;

export type Rule = keyof typeof RULES;

export interface Finding {
  readonly rule: Rule;
  /** What happened, one sentence with its numbers. */
  readonly what: string;
  /** Only of `broken-link`: the path that it leads to. */
  readonly target?: string;
}

export const isAcceptable = ({ rule }: Finding): boolean => !RULES[rule].never;

const MAX_OF_RULE = 10;

/** The findings for people: by rule what happened, then why it matters and what to do. */
export function findingsText(findings: readonly Finding[], brand: string): string {
  const rules = Array.from(
    Map.groupBy(findings, ({ rule }) => rule),
    ([rule, found]) => {
      const shown = found.slice(0, MAX_OF_RULE).map(({ what }) => `  - ${what}`);
      const rest = found.length > MAX_OF_RULE ? [`  - and ${found.length - MAX_OF_RULE} more like these`] : [];
      return [...shown, ...rest, `    ${rule}: ${RULES[rule].why}`].join('\n');
    },
  );
  const remedy = findings.every(isAcceptable)
    ? `If all of this is right, publish it: npm run rebuild -- --brand ${brand} --accept "why it is right"`
    : 'This cannot be accepted: correct it, then run again.';
  return [...rules, remedy].join('\n');
}
