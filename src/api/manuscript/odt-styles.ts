/** A style of an OpenDocument file. */
interface OdtStyle {
  /** Name of the style that this one is based on. */
  readonly parent: string;
  /** CSS properties. */
  readonly looks: Map<string, string>;
}

export type OdtStyles = Map<string, OdtStyle>;

/** OpenDocument properties and their CSS names. */
const PROPERTIES: Readonly<Record<string, string>> = {
  'fo:font-style': 'font-style',
  'fo:font-weight': 'font-weight',
  'fo:font-variant': 'font-variant',
  'fo:text-transform': 'text-transform',
  'fo:text-align': 'text-align',
  'fo:margin-left': 'margin-left',
  'fo:text-indent': 'text-indent',
  'fo:break-before': 'break-before',
  'fo:border-bottom': 'border-bottom',
  'fo:border-top': 'border-top',
};

/** Reads an element within a style. */
export function readStyle(
  styles: OdtStyles,
  style: string,
  element: string,
  attributes: Readonly<Record<string, string>>,
): void {
  if (element === 'style:style')
    styles.set(style, { parent: attributes['style:parent-style-name'] ?? '', looks: new Map() });
  const looks = styles.get(style)?.looks;
  if (!looks || !/^style:(?:text|paragraph)-properties$/.test(element)) return;
  for (const [name, value] of Object.entries(attributes)) {
    const property = PROPERTIES[name];
    if (property !== undefined) looks.set(property, value.replaceAll(/[;"]/g, ''));
  }
  // Manuscripts underline text that is printed in italics.
  if (!/^(?:none)?$/.test(attributes['style:text-underline-style'] ?? '')) looks.set('font-style', 'italic');
  const position = attributes['style:text-position'] ?? '';
  if (/^(?:super|[1-9])/.test(position)) looks.set('vertical-align', 'super');
  if (/^(?:sub|-)/.test(position)) looks.set('vertical-align', 'sub');
  if (!/^(?:none)?$/.test(attributes['style:text-line-through-style'] ?? ''))
    looks.set('text-decoration', 'line-through');
  if (attributes['text:display'] === 'none') looks.set('display', 'none');
}

/** Number formats of lists ("1", "a", "A", "i", "I"), by style and level. Lists with bullets are absent. */
export type OdtLists = Map<string, Map<string, string>>;

/** Reads an element within a list style. */
export function readListStyle(
  lists: OdtLists,
  style: string,
  element: string,
  attributes: Readonly<Record<string, string>>,
): void {
  if (element !== 'text:list-level-style-number') return;
  const levels = lists.get(style) ?? new Map<string, string>();
  lists.set(style, levels.set(attributes['text:level'] ?? '1', attributes['style:num-format'] ?? ''));
}

/** Counts numbered headings. OpenDocument stores their labels, such as "Chapter 3", only as a format. */
export interface Outline {
  /** Reads an element of a style sheet. */
  read(element: string, attributes: Readonly<Record<string, string>>): void;
  /** Returns the label of the next heading of a level; '' if headings of this level have no number. */
  next(level: number): string;
}

export function createOutline(): Outline {
  const levels = new Map<number, { readonly prefix: string; readonly suffix: string; readonly start: number }>();
  const counts: number[] = [];
  return {
    read(element, attributes) {
      if (element !== 'text:outline-level-style' || !attributes['style:num-format']) return;
      levels.set(Number(attributes['text:level']), {
        prefix: attributes['style:num-prefix'] ?? '',
        suffix: attributes['style:num-suffix'] ?? '',
        start: Number(attributes['text:start-value'] ?? 1),
      });
    },
    next(level) {
      const style = levels.get(level);
      counts.length = Math.min(counts.length, level + 1);
      if (!style) return '';
      counts[level] = (counts[level] ?? style.start - 1) + 1;
      const label = `${style.prefix}${counts[level]}${style.suffix}`.trim();
      return /[\p{L}\p{N}]$/u.test(label) ? `${label}: ` : `${label} `;
    },
  };
}
