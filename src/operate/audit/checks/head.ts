import { counted } from '#src/lib/text.ts';
import type { Crawl, Finding, PageFacts, Visited } from '../types.ts';
import { isIndexable } from './indexing.ts';

/** Maximum number of characters. Search results truncate longer texts. */
const MAX_CHARACTERS = { title: 60, description: 160 };

/** Checks that titles and descriptions exist, are short and are unique. */
export function checkHeads(crawl: Crawl): Finding[] {
  const pages = [...crawl.visited.values()].filter((page) => page.facts !== undefined);
  const indexable = pages.filter((page) => isIndexable(page, crawl));
  return [
    ...pages.flatMap((page) => (page.facts ? headOf(page, page.facts, crawl) : [])),
    ...duplicates(indexable, 'title', ({ titles }) => titles[0], crawl),
    ...duplicates(indexable, 'description', ({ descriptions }) => descriptions[0], crawl),
    ...duplicates(indexable, 'text', ({ textHash }) => textHash, crawl),
  ];
}

function headOf(page: Visited, { titles, descriptions, lang }: PageFacts, crawl: Crawl): Finding[] {
  const findings: Finding[] = [];
  const report = (message: string) => void findings.push({ kind: 'head', url: crawl.origin + page.path, message });
  if (lang === '') report('Its html element has no lang.');
  if (titles.length !== 1 || titles[0] === '') report(`It has ${counted(titles.filter(Boolean).length, 'title')}.`);
  if (descriptions.length !== 1 || descriptions[0] === '')
    report(`It has ${descriptions.filter(Boolean).length} descriptions.`);
  if (!isIndexable(page, crawl)) return findings;
  for (const [name, texts] of Object.entries({ title: titles, description: descriptions })) {
    const [text = ''] = texts;
    const length = [...text].length;
    const limit = MAX_CHARACTERS[name as keyof typeof MAX_CHARACTERS];
    if (length > limit) report(`Its ${name} has ${length} characters, more than ${limit}: ${text}`);
  }
  return findings;
}

function duplicates(
  pages: readonly Visited[],
  what: string,
  read: (facts: PageFacts) => string | undefined,
  { origin }: Crawl,
): Finding[] {
  const first = new Map<string, string>();
  return pages.flatMap(({ path, facts }): Finding[] => {
    const value = facts && read(facts);
    if (!value) return [];
    const other = first.get(value);
    if (other === undefined) first.set(value, path);
    return other === undefined
      ? []
      : [{ kind: 'duplicate', url: origin + path, message: `It has the same ${what} as ${other}.` }];
  });
}
