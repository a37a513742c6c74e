import { escapeHtml } from '#src/lib/text.ts';

/** Matches text between underscores at word boundaries, but not `snake_case`. */
const UNDERLINED = /(^|[^\p{L}\p{N}_])_([^_\n]+(?:\n[^_\n]+)*)_(?![\p{L}\p{N}_])/gu;

/**
 * Converts `*emphasis*` and `_emphasis_` to HTML. The line break after a completely emphasised line, as in verse, is
 * kept.
 */
export function inlineHtml(text: string): string {
  const lines = escapeHtml(text.trim()).replaceAll(/\s*\n\s*/g, '\n');
  const marked = lines.replaceAll(/\*([^*\n]+(?:\n[^*\n]+)*)\*/g, '<em>$1</em>');
  const all = marked.replaceAll(UNDERLINED, '$1<em>$2</em>');
  return all.replaceAll('</em>\n<em>', '</em><br><em>').replaceAll('\n', ' ');
}

/** Converts paragraphs to HTML, and `* * *` or `---` to a scene break. */
export function paragraphsHtml(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => (isBreak(text) ? '<hr>' : `<p>${inlineHtml(text)}</p>`)).join('\n');
}

export const isBreak = (text: string) => /^(?:\*(?:\s*\*){2,}|-{3,})$/.test(text.trim());
