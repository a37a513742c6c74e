const PARAGRAPH = /<p[\s>]/g;
/** The beginning of a paragraph that is indented with an ideographic space, an em space or no-break spaces. */
const INDENTED = /<p(?:\s[^>]*)?>[ \t\r\n]*(?:<\w[^>]*>)*(?:[\u3000\u2003]|(?:\u00a0|&nbsp;){2})/g;

/**
 * Share of indented paragraphs from which a text counts as indented. It is low, because in Japanese novels with a lot of
 * dialogue most paragraphs begin with a quotation mark and are not indented.
 */
const MIN_INDENTED_SHARE = 0.1;

/** Whether paragraphs of a chapter are indented by spaces in the text itself. */
export function hasOwnIndents(html: string): boolean {
  const indented = html.match(INDENTED)?.length ?? 0;
  return indented > 0 && indented >= MIN_INDENTED_SHARE * (html.match(PARAGRAPH)?.length ?? 0);
}
