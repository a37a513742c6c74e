import MarkdownIt, { type MarkdownIt as Markdown } from 'markdown-it';
import deflist from 'markdown-it-deflist';
import sub from 'markdown-it-sub';
import sup from 'markdown-it-sup';

interface Options {
  /** Whether HTML within the text is kept. Otherwise, it is shown as text. */
  readonly html: boolean;
  /** Deeper levels are omitted. */
  readonly maxNesting: number;
}

/**
 * Creates a parser for CommonMark with tables, definition lists, superscript and subscript. URLs with a protocol become
 * links; "readme.md" does not.
 */
export function createMarkdown({ html, maxNesting }: Options): Markdown {
  const md = new MarkdownIt({ html, linkify: true, maxNesting });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return md.use(deflist).use(sub).use(sup);
}
