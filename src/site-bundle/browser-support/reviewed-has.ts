/** A selector with `:has()`, which Firefox 115 does not know: it drops the whole rule. */
interface ReviewedSelector {
  /** The selector as written in the file, or the part of it that contains `:has()`. */
  readonly selector: string;
  readonly reason: string;
}

/**
 * The only uses of `:has()`, by file. Add one only where the page works without its rule. What is shown or hidden, where it stands
 * and how focus shows needs a class, an attribute or a sibling selector.
 */
export const REVIEWED_HAS: Readonly<Record<string, readonly ReviewedSelector[]>> = {
  'src/styles/help.css': [
    {
      selector: '#help-clicked:has(~ astro-island:not([ssr]))',
      reason: 'The page and the island both confirm the click.',
    },
  ],
  'src/styles/reader-type.css': [
    {
      selector: 'p:not([class], :has(> br, > img)) + p:not([class], :has(> br, > img))',
      reason: 'The rule in @supports after it indents all paragraphs without a class, verse and pictures too.',
    },
  ],
  'src/styles/text-scripts.css': [
    {
      selector: 'p:has(> br):not(.text-center, .text-end, :is(.text-center, .text-end) *)',
      reason: 'Verse is justified where the reader chose it; lines that end with <br> are not.',
    },
    { selector: '.reader-text p:has(> br)', reason: 'Long lines of verse go on without an indentation.' },
    { selector: '.reader-text pre:has(> code)', reason: 'Code has the typeface of the text, and long lines wrap.' },
    { selector: '.reader-text p:has(ruby)', reason: 'Lines with readings above them are closer to each other.' },
  ],
  'src/styles/translator.css': [
    { selector: '.choice:has(:checked)', reason: 'The checkbox in it shows the choice.' },
    { selector: '.choice-plain:has(:checked)', reason: 'Undoes the rule for .choice, which is dropped too.' },
    { selector: '.story:has(:checked)', reason: 'The checkbox in it shows the choice.' },
    { selector: '.choice:has(:focus-visible)', reason: 'The checkbox in it has an outline of its own.' },
    { selector: '.story:has(:focus-visible)', reason: 'The checkbox in it has an outline of its own.' },
  ],
};

/**
 * Whether each `:has()` of a selector is reviewed.
 * @param file a source file's path; undefined for what the build emits, which combines the files
 */
export function isReviewedHas(selector: string, file?: string): boolean {
  const reviewed = Object.entries(REVIEWED_HAS).flatMap(([name, entries]) =>
    file === undefined || file === name ? entries.map((entry) => normalized(entry.selector)) : [],
  );
  let rest = normalized(selector);
  // The longest first: one may be part of another.
  for (const one of reviewed.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(one, '');
  return !rest.includes(':has(');
}

/** As minifiers write it: without quotes and without white space that separates nothing. */
const normalized = (selector: string) =>
  selector
    .replaceAll(/["']/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([>+~,])\s*/g, '$1')
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/\s+\)/g, ')')
    .replaceAll('::', ':');
