/** The elements allowed in chapters. Both imports and the site, which sanitises responses, use this list. */
export const ALLOWED_TAGS = [
  'p',
  'h2',
  'h3',
  'h4',
  'em',
  'strong',
  'i',
  'b',
  's',
  'small',
  'sup',
  'sub',
  'br',
  'hr',
  'blockquote',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'img',
  'a',
  'ruby',
  'rt',
  'rp',
  'span',
  'bdi',
  'bdo',
  'wbr',
  'cite',
  'q',
  'abbr',
  'code',
  'pre',
  'aside',
];

export const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': ['lang', 'dir', 'id', 'class'],
  a: ['href', 'rel'],
  abbr: ['title'],
  img: ['src', 'alt'],
  li: ['value'],
  ol: ['start', 'reversed'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
};

/** Values of `list-style-type` that are kept. */
export const LIST_STYLES: readonly string[] = [
  'none',
  'decimal',
  'lower-alpha',
  'upper-alpha',
  'lower-roman',
  'upper-roman',
  'lower-greek',
];

/** Maximum indent of a line or paragraph, in em. */
export const MAX_INDENT_EM = 16;

/**
 * The classes allowed in chapter HTML, styled by src/features/reader/text/reader-text.css.
 *
 * - `text-note`: a note, with all its paragraphs
 * - `text-note-ref`, `text-note-back`: a link to a note, and the link from it back to the text
 * - `text-start`, `text-center`, `text-end`: alignment of a block
 * - `text-verse`, `text-line`: a stanza, and a line in it that wraps with a hanging indent
 * - `text-indent-1` to `text-indent-16`: a line or paragraph indented by 1 to 16 em
 * - `text-small-caps`, `text-uppercase`, `text-italic`, `text-upright`, `text-bold`, `text-regular`: font styles
 * - `text-emphasis`: emphasis dots on each character, as in Chinese and Japanese
 * - `text-smaller`, `text-small`, `text-large`: font size relative to the body text
 * - `text-pre`: spaces and line breaks are preserved
 * - `text-flush`: a quotation, letter or diary without margins
 * - `text-space`: a paragraph with space above it
 * - `text-close`: a paragraph without space above it, such as a line of a poem
 * - `text-inline`: a picture within a line of text
 * - `text-unseen`: visually hidden copy of text in a picture, such as an initial, for search and speech
 * - `text-list-none`, `text-list-lower-alpha` and so on: the markers of a list
 */
const ALLOWED_CLASSES: readonly string[] = [
  'text-note',
  'text-note-ref',
  'text-note-back',
  'text-start',
  'text-center',
  'text-end',
  'text-verse',
  'text-line',
  ...Array.from({ length: MAX_INDENT_EM }, (_, index) => `text-indent-${index + 1}`),
  'text-small-caps',
  'text-uppercase',
  'text-italic',
  'text-upright',
  'text-bold',
  'text-regular',
  'text-emphasis',
  'text-smaller',
  'text-small',
  'text-large',
  'text-pre',
  'text-flush',
  'text-space',
  'text-close',
  'text-inline',
  'text-unseen',
  ...LIST_STYLES.map((style) => `text-list-${style}`),
];

/** Returns the allowed classes in a `class` attribute; undefined if it has none. */
export function allowedClasses(value: string): string | undefined {
  const names = value.split(/\s+/).filter((name) => ALLOWED_CLASSES.includes(name));
  return names.length === 0 ? undefined : names.join(' ');
}
