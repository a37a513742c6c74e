import { attribute, type Element } from '../tree.ts';
import { type Declarations, inlineDeclarations, type StyleRule } from './style-sheet.ts';

/** How an element of a book looks, as far as chapters can show it. Lengths are in em. */
export interface Look {
  readonly align: 'start' | 'center' | 'end';
  readonly smallCaps: boolean;
  readonly upperCase: boolean;
  readonly italic: boolean;
  readonly bold: boolean;
  readonly preserved: boolean;
  /** `text-indent`. */
  readonly indent: number;
  /** Margin and padding at the left, its own; undefined where the book says nothing. */
  readonly left: number | undefined;
  /** Margin above, its own. */
  readonly above: number;
  readonly isBlock: boolean;
}

export const PLAIN: Look = {
  align: 'start',
  smallCaps: false,
  upperCase: false,
  italic: false,
  bold: false,
  preserved: false,
  indent: 0,
  left: undefined,
  above: 0,
  isBlock: true,
};

const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|dfn|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var)$/;
/** How browsers show elements before any style sheet. */
export const isItalicByItself = (tag: string): boolean => /^(?:i|em|cite|var|dfn|address)$/.test(tag);
export const isBoldByItself = (tag: string): boolean => /^(?:b|strong|th|h[1-6])$/.test(tag);

/** The look of an element below one with the look `parent`. */
export function lookOf(element: Element, parent: Look, rules: readonly StyleRule[]): Look {
  const values = valuesOf(element, rules);
  const { tagName } = element;
  const value = (name: string) => values.get(name) ?? '';
  const [align, caps, transform] = [value('text-align'), value('font-variant'), value('text-transform')];
  return {
    align: alignOf(
      align || attribute(element, 'align').toLowerCase() || (tagName === 'center' ? 'center' : ''),
      parent,
    ),
    smallCaps: caps === '' ? parent.smallCaps : /small-caps/.test(caps) || (caps === 'inherit' && parent.smallCaps),
    upperCase: transform === '' ? parent.upperCase : transform === 'uppercase',
    italic: slant(value('font-style'), isItalicByItself(tagName) || parent.italic, parent.italic),
    bold: weight(value('font-weight'), isBoldByItself(tagName) || parent.bold, parent.bold),
    preserved:
      tagName === 'pre' || /^pre/.test(value('white-space')) || (value('white-space') === '' && parent.preserved),
    indent: values.has('text-indent') ? (lengthOf(value('text-indent')) ?? parent.indent) : parent.indent,
    left: leftOf(values),
    above: lengthOf(value('margin-top')) ?? 0,
    isBlock: isBlock(value('display'), tagName),
  };
}

const isBlock = (display: string, tag: string): boolean =>
  display === '' || display === 'initial' ? !INLINE.test(tag) : /^(?:block|list-item|flex|grid|table)$/.test(display);

function alignOf(value: string, parent: Look): Look['align'] {
  if (value === '' || value === 'inherit') return parent.align;
  if (value === 'center' || value === '-webkit-center') return 'center';
  return value === 'right' || value === 'end' ? 'end' : 'start';
}

function slant(value: string, own: boolean, inherited: boolean): boolean {
  if (value === 'inherit') return inherited;
  return value === '' ? own : /italic|oblique/.test(value);
}

function weight(value: string, own: boolean, inherited: boolean): boolean {
  if (value === 'inherit') return inherited;
  return value === '' ? own : /bold|[6-9]00/.test(value);
}

/** What the rules say of an element, by property; important values win, then the element's own. */
function valuesOf(element: Element, rules: readonly StyleRule[]): Map<string, string> {
  const matching = rules.filter(({ selector }) => selector.matches(element)).map(({ declarations }) => declarations);
  const style = attribute(element, 'style');
  const all: Declarations = [...matching, style === '' ? [] : inlineDeclarations(style)].flat();
  const values = new Map<string, string>();
  for (const { name, value } of [...all.filter((one) => !one.important), ...all.filter((one) => one.important)]) {
    for (const [key, part] of longhands(name, value)) values.set(key, part);
  }
  return values;
}

const SIDES = ['top', 'right', 'bottom', 'left'];

function longhands(name: string, value: string): [string, string][] {
  if (name === 'font-variant-caps') return [['font-variant', value]];
  if (name === 'font') return fontParts(value);
  if (name !== 'margin' && name !== 'padding') return [[name, value]];
  const [top = '0', right = top, bottom = top, left = right] = value.split(/\s+/);
  return [top, right, bottom, left].map((part, index) => [`${name}-${SIDES[index]}`, part]);
}

const fontParts = (value: string): [string, string][] => [
  ['font-style', /italic|oblique/.test(value) ? 'italic' : 'normal'],
  ['font-weight', /\bbold|\b[6-9]00\b/.test(value) ? 'bold' : 'normal'],
  ['font-variant', value.includes('small-caps') ? 'small-caps' : 'normal'],
];

function leftOf(values: ReadonlyMap<string, string>): number | undefined {
  const margin = lengthOf(values.get('margin-left') ?? '');
  const padding = lengthOf(values.get('padding-left') ?? '');
  return margin === undefined && padding === undefined ? undefined : (margin ?? 0) + (padding ?? 0);
}

/** A per cent of a column's width, in em. */
const PER_CENT = 0.3;
const EM: Readonly<Record<string, number>> = {
  em: 1,
  rem: 1,
  ex: 0.5,
  ch: 0.5,
  px: 1 / 16,
  pt: 1 / 12,
  pc: 1,
  in: 6,
  cm: 2.36,
  mm: 0.236,
  '%': PER_CENT,
  vw: PER_CENT,
};

/** @returns em; undefined for what is no length */
export function lengthOf(value: string): number | undefined {
  const [, number = '', unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/.exec(value) ?? [];
  if (number === '') return undefined;
  if (Number(number) === 0) return 0;
  const factor = EM[unit];
  return factor === undefined ? undefined : Number(number) * factor;
}
