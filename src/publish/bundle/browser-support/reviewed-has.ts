/** A selector with `:has()`. Firefox 115 does not support it and drops the whole rule. */
interface ReviewedSelector {
  /** The whole selector as written in the file, or the part of it that contains `:has()`. */
  readonly selector: string;
  readonly reason: string;
}

/**
 * The only uses of `:has()`, by file. Add one only if the page works without the rule that contains it. Visibility,
 * position and focus styles need a class, an attribute or a sibling selector instead.
 */
export const REVIEWED_HAS: Readonly<Record<string, readonly ReviewedSelector[]>> = {
  'src/features/help-event/help.css': [
    {
      selector: '#help-clicked:has(~ astro-island:not([ssr]))',
      reason: 'The page and the island both confirm the click.',
    },
  ],
  'src/features/reader/type/reader-type.css': [
    {
      selector: 'p:not([class], :has(> br, > img)) + p:not([class], :has(> br, > img))',
      reason: 'The @supports rule after it indents all paragraphs without a class, including verse and pictures.',
    },
  ],
  'src/features/reader/text/text-scripts.css': [
    {
      selector: 'p:has(> br):not(.text-center, .text-end, :is(.text-center, .text-end) *)',
      reason: 'Verse is justified where the reader chose it; lines that end with <br> are not.',
    },
    { selector: '.reader-text p:has(> br)', reason: 'Long lines of verse wrap without indentation.' },
    { selector: '.reader-text pre:has(> code)', reason: 'Code has the typeface of the text, and long lines wrap.' },
    { selector: '.reader-text p:has(ruby)', reason: 'Lines with ruby text are closer together.' },
  ],
  'src/features/translators/translator.css': [
    { selector: '.choice:has(:checked)', reason: 'The checkbox in it shows the choice.' },
    { selector: '.choice-plain:has(:checked)', reason: 'Undoes the rule for .choice, which is dropped too.' },
    { selector: '.story:has(:checked)', reason: 'The checkbox in it shows the choice.' },
    { selector: '.choice:has(:focus-visible)', reason: 'The checkbox in it has its own outline.' },
    { selector: '.story:has(:focus-visible)', reason: 'The checkbox in it has its own outline.' },
  ],
};

/**
 * Whether every `:has()` of a selector is reviewed.
 * @param file path of a source file; undefined for build output, which combines the files
 */
export function isReviewedHas(selector: string, file?: string): boolean {
  const reviewed = Object.entries(REVIEWED_HAS).flatMap(([name, entries]) =>
    file === undefined || file === name ? entries.map((entry) => normalized(entry.selector)) : [],
  );
  let unreviewed = normalized(selector);
  // Removes the longest selectors first, because one may be part of another.
  for (const part of reviewed.sort((a, b) => b.length - a.length)) unreviewed = unreviewed.replaceAll(part, '');
  return !unreviewed.includes(':has(');
}

/** Normalizes like a minifier: removes quotes and unneeded white space. */
const normalized = (selector: string) =>
  selector
    .replaceAll(/["']/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([>+~,])\s*/g, '$1')
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/\s+\)/g, ')')
    .replaceAll('::', ':');
