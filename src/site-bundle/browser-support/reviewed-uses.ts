/** A feature that at least one minimum browser lacks, used where the site works without it. */
interface ReviewedUse {
  readonly feature: RegExp;
  /** Files in which it may be used, by name without hash; all where there is none. */
  readonly files?: RegExp;
  readonly reason: string;
}

const style = (features: string, reason: string): ReviewedUse => ({
  feature: new RegExp(`^css\\.(?:${features})(?:\\.|$)`),
  reason,
});
const script = (features: string, files: RegExp, reason: string): ReviewedUse => ({
  feature: new RegExp(`^(?:api|javascript\\.builtins)\\.(?:${features})$`),
  files,
  reason,
});

/** Each entry was looked at: add one only where a browser without the feature shows and does the same, or slightly less. */
const REVIEWED_USES: readonly ReviewedUse[] = [
  style(
    'properties\\.(?:text-wrap|hyphenate-limit-chars|hanging-punctuation|orphans|widows|text-indent)|properties\\.break-(?:after|before)\\..*',
    'Lines and pages break at other places.',
  ),
  style(
    'properties\\.(?:scrollbar-width|overflow-clip-margin|-webkit-tap-highlight-color)',
    'Looks slightly different.',
  ),
  style('properties\\.(?:content-visibility|contain-intrinsic-.*)', 'The page is laid out at once, only slower.'),
  style('properties\\.(?:view-transition-name|view-timeline.*|animation-timeline|animation-range)', 'Nothing moves.'),
  style('at-rules\\.(?:view-transition|starting-style)|selectors\\.view-transition-.*', 'Nothing moves.'),
  style('properties\\.(?:field-sizing|resize)', 'A field keeps its size and scrolls.'),
  style('properties\\.text-size-adjust', 'Beside its prefixed form; Firefox on desktop enlarges no text.'),
  style('properties\\.cursor', 'Phones have no pointer.'),
  style('selectors\\.selection', 'Selected text has the colours of the system.'),
  style('selectors\\.highlight', 'reader/text/highlight-layers.ts marks whole paragraphs there.'),
  style('selectors\\.(?:scroll-marker|target-current)', 'A carousel has no dots.'),
  style('selectors\\.-(?:webkit|moz)-.*', 'Each engine has a rule of its own.'),
  style('at-rules\\.media\\.scripting', 'Without JavaScript, controls that need it are shown there and do nothing.'),
  style('properties\\.(?:position-anchor|position-area|anchor-name)', 'languages.css places the list at the edge.'),
  style('properties\\.(?:user-select|hyphens|mask-image)', 'The build writes the prefixed form before it.'),
  style('selectors\\.dir', 'The build writes :lang() for it.'),
  style(
    'selectors\\.has',
    'Firefox 115 drops the rule: spacing, outlines and the colour of a chosen option, each of which is also told by the control itself.',
  ),
  script('Navigator\\.connection', /^(?:loaded-chapters|on-use)\./, 'Read with `?.` after destructuring.'),
  script('Navigator\\.share', /./, 'Its buttons are shown only where `share` is in navigator.'),
  script('Navigator\\.wakeLock', /^screen\./, 'followWakeLock() asks canStayAwake() first.'),
  script('Highlight', /^reveal\./, 'paint() asks for CSS.highlights first.'),
  script('CSS\\.highlights_static', /^reveal\./, 'Asked for with `?.`; paragraphs are marked without it.'),
  script('trustedTypes|TrustedTypePolicy.*', /^on-use\./, 'Asked for with `?.`: register-worker.ts.'),
  script('Document\\.prerendering', /^field-data\./, 'web-vitals reads undefined as false.'),
  script('PerformanceSoftNavigation\\..*', /^field-data\./, 'web-vitals asks for the type first.'),
  script(
    'Document\\.startViewTransition|ViewTransition\\..*|Window\\.navigation',
    /^client\./,
    'React asks for it, or catches the exception.',
  ),
  script('AsyncDisposableStack\\.use', /^react\./, "React's own hook of that name."),
  script('Navigator\\.login|Notification\\.tag', /./, 'Our own builders of addresses: paths.login(), paths.tag().'),
  script('SharedStorage\\.run', /^(?:MarksPanel|UndoBar)\./, 'Our own function of that name.'),
  script('BackgroundFetchManager\\.fetch', /./, 'Our own platform.fetch() and room.fetch().'),
];

export const isReviewed = (feature: string, file: string): boolean =>
  REVIEWED_USES.some((use) => use.feature.test(feature) && (use.files === undefined || use.files.test(file)));
