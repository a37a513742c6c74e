import type { UnsupportedUse } from './types.ts';

/** A style sheet feature that at least one minimum browser lacks, used where the site works without it. */
interface ReviewedStyle {
  readonly feature: RegExp;
  readonly reason: string;
}

/** A reviewed script feature. It is accepted only in the named files, and only next to the code that makes it safe. */
interface ReviewedScript extends ReviewedStyle {
  /** Matches file names without their hash. */
  readonly files: RegExp;
  /** Matches the feature test that the file must contain. */
  readonly test?: RegExp;
  /** Matches the code at the use, if the feature's name alone is ambiguous. */
  readonly code?: RegExp;
}

const style = (features: string, reason: string): ReviewedStyle => ({
  feature: new RegExp(`^css\\.(?:${features})(?:\\.|$)`),
  reason,
});
const script = (features: string, entry: Omit<ReviewedScript, 'feature'>): ReviewedScript => ({
  feature: new RegExp(`^(?:api|javascript\\.builtins)\\.(?:${features})$`),
  ...entry,
});

/**
 * The style sheet features that are accepted. Add one only if the site looks and works (nearly) the same without it.
 */
const REVIEWED_STYLES: readonly ReviewedStyle[] = [
  style(
    'properties\\.(?:text-wrap|hyphenate-limit-chars|hanging-punctuation|orphans|widows|text-indent)|properties\\.break-(?:after|before)\\..*',
    'Lines and pages break at other positions.',
  ),
  style(
    'properties\\.(?:scrollbar-width|overflow-clip-margin|-webkit-tap-highlight-color)',
    'Looks slightly different.',
  ),
  style(
    'properties\\.(?:content-visibility|contain-intrinsic-.*)',
    'The whole page is laid out at once, which is slower.',
  ),
  style(
    'properties\\.(?:view-transition-name|view-timeline.*|animation-timeline|animation-range)',
    'There is no animation.',
  ),
  style('at-rules\\.(?:view-transition|starting-style)|selectors\\.view-transition-.*', 'There is no animation.'),
  style('properties\\.(?:field-sizing|resize)', 'A field keeps its size and scrolls.'),
  style(
    'properties\\.text-size-adjust',
    'Used together with its prefixed form; desktop Firefox does not enlarge text.',
  ),
  style('properties\\.cursor', 'Phones have no pointer.'),
  style('selectors\\.selection', 'Selected text has the system colours.'),
  style('selectors\\.highlight', 'reader/text/highlight-layers.ts marks whole paragraphs there.'),
  style('selectors\\.(?:scroll-marker|target-current)', 'A carousel has no dots.'),
  style('selectors\\.-(?:webkit|moz)-.*', 'Each engine has its own rule.'),
  style('at-rules\\.media\\.scripting', 'Without JavaScript, controls that need it are visible but do nothing.'),
  style('properties\\.(?:position-anchor|position-area|anchor-name)', 'languages.css places the list at the edge.'),
];

/** The script features that are accepted. The regular expressions match minified code. */
const REVIEWED_SCRIPTS: readonly ReviewedScript[] = [
  script('Highlight|CSS\\.highlights_static', {
    files: /^reveal\./,
    test: /globalThis\.CSS\?\.highlights/,
    reason: 'Paragraphs are marked as a whole without it.',
  }),
  script('TrustedTypePolicy.*', {
    files: /^on-use\./,
    test: /globalThis\.trustedTypes\?\.createPolicy/,
    reason: 'Browsers without trusted types accept a plain URL.',
  }),
  script('Document\\.prerendering', {
    files: /^field-data\./,
    code: /^document\.prerendering(?:\?|\|\|)/,
    reason: 'web-vitals only asks whether it is true.',
  }),
  script('PerformanceSoftNavigation\\..*', {
    files: /^field-data\./,
    code: /^globalThis\.PerformanceSoftNavigation\?\./,
    reason: 'web-vitals tests for the type first.',
  }),
  script('Document\\.startViewTransition|ViewTransition\\.skipTransition', {
    files: /^react\./,
    test: /try\{var \w+=\w+\.startViewTransition\(/,
    reason: 'React catches the exception.',
  }),
  script('Window\\.navigation', {
    files: /^react\./,
    test: /typeof navigation==+[`"']object[`"']/,
    reason: 'React tests for the type first.',
  }),
  script('AsyncDisposableStack\\.use', { files: /^react\./, code: /^\w+\.H\.use\(/, reason: "React's hook use()." }),
  script('Navigator\\.login', {
    files: /^(?:lists|Unlock|AccountPage|YourBooks|early-history)\./,
    code: /^(?!navigator)\w+\.login\(\)/,
    reason: 'paths.login(), a builder of addresses.',
  }),
  script('Notification\\.tag', {
    files: /^(?:lists|YourBooks|use-typing-pause|options)\./,
    code: /^\w+\.tag\(\w+\)/,
    reason: 'paths.tag(), a builder of addresses.',
  }),
  script('SharedStorage\\.run', {
    files: /^(?:MarksPanel|shared)\./,
    code: /^\w+(?:\?\.|\.)run\(\)/,
    reason: 'Undoes the last removal.',
  }),
  script('BackgroundFetchManager\\.fetch', {
    files: /^(?:use-download|sw|static-index)\./,
    code: /^\w+(?:\._index)?\.fetch\(/,
    reason: 'platform.fetch(), room.fetch() and a method of MiniSearch.',
  }),
];

export const isReviewedStyle = (feature: string): boolean =>
  REVIEWED_STYLES.some((reviewed) => reviewed.feature.test(feature));

/**
 * @param file name, with or without hash
 * @param text content of the file
 */
export function isReviewedScript({ feature, line, column }: UnsupportedUse, file: string, text: string): boolean {
  const use =
    text
      .split('\n', line)
      .at(-1)
      ?.slice(column - 1) ?? '';
  return REVIEWED_SCRIPTS.some(
    (reviewed) =>
      reviewed.feature.test(feature) &&
      reviewed.files.test(file) &&
      (reviewed.test?.test(text) ?? true) &&
      (reviewed.code?.test(use) ?? true),
  );
}
