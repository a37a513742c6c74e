import { escapeHtml } from '#src/lib/text.ts';

/** Between underscores that stand at the edges of words: `snake_case` is none. */
const UNDERLINED = /(^|[^\p{L}\p{N}_])_([^_\n]+(?:\n[^_\n]+)*)_(?![\p{L}\p{N}_])/gu;

/** Text with `*emphasis*` or `_emphasis_` as HTML; a line that is all emphasis, such as one of a verse, keeps its break. */
export function inlineHtml(text: string): string {
  const lines = escapeHtml(text.trim()).replaceAll(/\s*\n\s*/g, '\n');
  const marked = lines.replaceAll(/\*([^*\n]+(?:\n[^*\n]+)*)\*/g, '<em>$1</em>');
  const all = marked.replaceAll(UNDERLINED, '$1<em>$2</em>');
  return all.replaceAll('</em>\n<em>', '</em><br><em>').replaceAll('\n', ' ');
}

/** Paragraphs as HTML; `* * *` is a break between scenes. */
export function paragraphsHtml(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => (isBreak(text) ? '<hr>' : `<p>${inlineHtml(text)}</p>`)).join('\n');
}

export const isBreak = (text: string) => /^\*(\s*\*){2,}$/.test(text.trim());
