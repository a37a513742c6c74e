/** A setting of the reader: its values, in the order of its steps, and its default. */
export interface Setting<Value = unknown> {
  readonly values: readonly Value[];
  readonly initial: Value;
}

// Font size and paper colour have their own storage keys, which the specification fixes (docs/product.md, section 3).
// These values are separate constants, so that the pre-paint script contains only the numbers.
export const MIN_FONT_SIZE_PX = 14;
export const MAX_FONT_SIZE_PX = 24;
export const DEFAULT_FONT_SIZE_PX = 16;
/** Number of paper colours in day mode. They are numbered from 1; the first is the default. */
export const PAPERS = 5;

/**
 * Settings of `SHARED_SETTINGS` that change how chapters look. Each becomes an attribute of the root element, such as
 * `data-face`, for src/features/reader/type/reader-type.css. Pre-paint scripts contain this list instead of the table.
 */
export const APPEARANCE = [
  'face',
  'leading',
  'measure',
  'margin',
  'justify',
  'paragraphs',
  'hyphens',
  'black',
  'flow',
  'columns',
] as const;

/** Settings that change how the reader behaves. */
type Behaviour = 'speed' | 'wake' | 'keys';

/**
 * Settings that are stored together in `lectern:reader`. Each setting is in `APPEARANCE` or in `Behaviour`. Text values
 * have at most 8 letters, digits or underscores; the pre-paint script ignores longer or other values.
 */
export const SHARED_SETTINGS = {
  /** `clear`: a font designed for readers with low vision or dyslexia. */
  face: { values: ['serif', 'sans', 'clear'], initial: 'serif' },
  /** Line height. */
  leading: { values: [1, 2, 3, 4, 5], initial: 3 },
  /** Line length. */
  measure: { values: [1, 2, 3], initial: 2 },
  /** Margins on a phone. */
  margin: { values: [1, 2, 3], initial: 2 },
  justify: { values: [false, true], initial: false },
  /** Paragraph style; null for the book's own. */
  paragraphs: { values: [null, 'spaced', 'indented'], initial: null },
  /** Hyphenation; null if it follows `justify`. */
  hyphens: { values: [null, false, true], initial: null },
  /** Black background in night mode. */
  black: { values: [false, true], initial: false },
  flow: { values: ['scroll', 'pages'], initial: 'scroll' },
  /** Number of pages side by side on a wide screen. */
  columns: { values: [1, 2], initial: 1 },
  /** Speed of auto-scroll. */
  speed: { values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], initial: 4 },
  /** Whether to keep the screen on while the reader is open. */
  wake: { values: [false, true], initial: false },
  /** Whether letter keys are shortcuts. */
  keys: { values: [false, true], initial: true },
} as const satisfies Readonly<Record<(typeof APPEARANCE)[number] | Behaviour, Setting>>;

export type ReaderSetting = keyof typeof SHARED_SETTINGS;
/** The settings that are stored under the key `lectern:reader`. */
export type ReaderSettings = {
  readonly [Name in ReaderSetting]: (typeof SHARED_SETTINGS)[Name]['values'][number];
};
