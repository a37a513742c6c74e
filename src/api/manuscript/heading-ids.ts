import type { MarkdownIt } from 'markdown-it';

/** Matches the placeholder for a link to a heading whose id is not yet known, with the position of the heading. */
const PLACE = /^#heading-place-(\d+)$/;

/** Links `[The Ford]` to the heading "The Ford", as Pandoc does. Explicit definitions of references take precedence. */
export function headingReferences(md: MarkdownIt): void {
  md.core.ruler.after('block', 'heading_references', ({ tokens, env }) => {
    env.references ??= {};
    const references: Record<string, { href: string; title: string }> = env.references;
    const headings = tokens.filter((_, index) => tokens[index - 1]?.type === 'heading_open');
    for (const [index, { content }] of headings.entries()) {
      const text = content.replace(/\s*\{[^{}]*\}\s*$/, '');
      const key = md.utils.normalizeReference(text);
      // A number in brackets more likely refers to a note.
      if (/\p{L}/u.test(text)) references[key] ??= { href: `#heading-place-${index}`, title: '' };
    }
  });
  md.core.ruler.push('heading_places', ({ tokens }) => {
    const ids = tokens.filter(({ type }) => type === 'heading_open').map((token) => token.attrGet('id') ?? '');
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      const place = link.type === 'link_open' ? PLACE.exec(String(link.attrGet('href') ?? ''))?.[1] : undefined;
      if (place !== undefined) link.attrSet('href', `#${ids[Number(place)] ?? ''}`);
    }
  });
}

/** Gives headings without an id the id that GitHub would generate, so that links to them work. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.push('heading_ids', ({ tokens }) => {
    const slugCounts = new Map<string, number>();
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open' || token.attrGet('id') !== null) continue;
      const slug = slugOf(tokens[index + 1]?.children?.map((token) => token.content).join('') ?? '');
      const count = slugCounts.get(slug) ?? 0;
      slugCounts.set(slug, count + 1);
      if (slug !== '') token.attrSet('id', count === 0 ? slug : `${slug}-${count}`);
    }
  });
}

const slugOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
