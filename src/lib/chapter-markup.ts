/** The one table of what chapter HTML may hold: the import enforces it on files, the site again on answers. */
export const ALLOWED_TAGS = [
  'p',
  'h2',
  'h3',
  'h4',
  'em',
  'strong',
  'i',
  'b',
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

/** Steps of one em that a line or paragraph may be set in. */
export const MOST_INDENT = 16;

/**
 * The classes that chapter HTML may have; src/styles/reader-text.css says how they look.
 *
 * - `text-note`: a note, with all its paragraphs
 * - `text-note-ref`, `text-note-back`: a link to a note, and the link from it back to the text
 * - `text-start`, `text-center`, `text-end`: how a block is aligned
 * - `text-verse`, `text-line`: a stanza, and a line in it that turns over with a hanging indentation
 * - `text-indent-1` to `text-indent-16`: a line or paragraph set in
 * - `text-small-caps`, `text-uppercase`, `text-italic`, `text-upright`, `text-bold`, `text-regular`: letters
 * - `text-smaller`, `text-small`, `text-large`: the size of letters, beside that of most of the text
 * - `text-pre`: blanks and line ends are kept
 * - `text-flush`: a quotation, letter or diary without margins
 * - `text-space`: a paragraph with space above it
 * - `text-close`: a line in a paragraph of its own, without space above it
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
  ...Array.from({ length: MOST_INDENT }, (_, index) => `text-indent-${index + 1}`),
  'text-small-caps',
  'text-uppercase',
  'text-italic',
  'text-upright',
  'text-bold',
  'text-regular',
  'text-smaller',
  'text-small',
  'text-large',
  'text-pre',
  'text-flush',
  'text-space',
  'text-close',
];

/** The classes of a `class` attribute that chapter HTML may have; undefined where it has none of them. */
export function allowedClasses(value: string): string | undefined {
  const names = value.split(/\s+/).filter((name) => ALLOWED_CLASSES.includes(name));
  return names.length === 0 ? undefined : names.join(' ');
}
