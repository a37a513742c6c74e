import type { MarkdownIt } from 'markdown-it';

/** Gives headings without an id the one that GitHub would generate, so that links to them work. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.push('heading_ids', ({ tokens }) => {
    const used = new Map<string, number>();
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open' || token.attrGet('id') !== null) continue;
      const slug = slugOf(tokens[index + 1]?.children?.map((one) => one.content).join('') ?? '');
      const count = used.get(slug) ?? 0;
      used.set(slug, count + 1);
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
