import { attribute, type Element, findAll, isElement, textOf } from '../tree.ts';
import { isHidden } from './hidden.ts';
import { lengthOf } from './length.ts';
import { listStyleOf } from './lists.ts';
import { type Declarations, inlineDeclarations, type StyleRule } from './style-sheet.ts';

/** The styles of an element that chapters can show. Lengths are in em of the document's font size. */
export interface Look {
  /** Font size, relative to the document's font size. */
  readonly size: number;
  readonly align: 'start' | 'center' | 'end';
  readonly smallCaps: boolean;
  readonly upperCase: boolean;
  readonly italic: boolean;
  readonly bold: boolean;
  readonly struck: boolean;
  /** Whether the element itself is superscript or subscript. */
  readonly script: '' | 'sup' | 'sub';
  /** Emphasis dots on each character, as in Chinese and Japanese. */
  readonly dotted: boolean;
  readonly preserved: boolean;
  /** `text-indent`. */
  readonly indent: number;
  /** Left margin and padding of the element itself; undefined if the book does not set them. */
  readonly left: number | undefined;
  /** Margins above and below the element itself; undefined if the book does not set them. */
  readonly above: number | undefined;
  readonly below: number | undefined;
  readonly isBlock: boolean;
  /** Whether the element is right-to-left in the chapter. */
  readonly isRtl: boolean;
  /** The `list-style-type` of a list; '' if the book does not set it. */
  readonly listStyle: string;
  /** Whether the element is invisible, together with its children. */
  readonly isHidden: boolean;
}

/** Matches containers that chapters do not keep. Their text styles are applied to the elements in them. */
export const CONTAINER =
  /^(?:html|body|section|div|article|main|header|footer|hgroup|aside|nav|center|address|figure|form)$/;

export const PLAIN: Look = {
  size: 1,
  align: 'start',
  smallCaps: false,
  upperCase: false,
  italic: false,
  bold: false,
  struck: false,
  script: '',
  dotted: false,
  preserved: false,
  indent: 0,
  left: undefined,
  above: undefined,
  below: undefined,
  isBlock: true,
  isRtl: false,
  listStyle: '',
  isHidden: false,
};

export const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var)$/;
/** Whether browsers show an element in italics by default. */
export const isItalicByItself = (tag: string): boolean => /^(?:i|em|cite|var|dfn|address)$/.test(tag);
export const isBoldByItself = (tag: string): boolean => /^(?:b|strong|th|h[1-6])$/.test(tag);

export const isStruckByItself = (tag: string): boolean => /^(?:s|strike|del)$/.test(tag);

type GetValue = (name: string) => string;

const decorationOf = (value: GetValue) => `${value('text-decoration')} ${value('text-decoration-line')}`;

/** Whether text is underlined by CSS and is not a link. Authors underline what is set in italics in print. */
function isUnderlined(element: Element, value: GetValue): boolean {
  if (!/^(?:span|font)$/.test(element.tagName) || !decorationOf(value).includes('underline')) return false;
  if (findAll(element, ({ tagName }) => tagName === 'a').length > 0) return false;
  return !hasAncestor(element, /^a$/);
}

/**
 * Whether an inline element is superscript or subscript by its vertical alignment, or because it is smaller than the
 * text around it and moved up or down.
 */
function scriptOf(element: Element, value: GetValue, isSmaller: boolean): Look['script'] {
  const { tagName } = element;
  if (!INLINE.test(tagName) || /^(?:su[bp]|img)$/.test(tagName)) return '';
  const align = value('vertical-align');
  const position = `${value('font-variant-position')} ${value('font-variant')}`;
  const isRaised = align === 'super' || /(?:^|\s)super(?:\s|$)/.test(position);
  const isLowered = align === 'sub' || /(?:^|\s)sub(?:\s|$)/.test(position);
  const shift = isSmaller ? shiftOf(value, align) : 0;
  if (!isRaised && !isLowered && Math.abs(shift) < MIN_SHIFT_EM) return '';
  const hasScript = findAll(element, (inner) => /^su[bp]$/.test(inner.tagName)).length > 0;
  if (hasScript || hasAncestor(element, /^su[bp]$/) || textOf(element).trim() === '') return '';
  return isRaised || (!isLowered && shift > 0) ? 'sup' : 'sub';
}

/** Minimum distance from the baseline of superscript and subscript. */
const MIN_SHIFT_EM = 0.15;

/** Returns how far small text is moved up, in em. */
function shiftOf(value: GetValue, align: string): number {
  if (/^(?:text-)?top$/.test(align)) return 1;
  if (/^(?:text-)?bottom$/.test(align)) return -1;
  if (value('position') === 'relative') return -(lengthOf(value('top')) ?? 0);
  return align.endsWith('%') ? Number.parseFloat(align) / 100 : (lengthOf(align) ?? 0);
}

function hasAncestor(element: Element, tag: RegExp): boolean {
  for (let at = element.parentNode; at && isElement(at); at = at.parentNode) if (tag.test(at.tagName)) return true;
  return false;
}

/** Returns the look of an element whose parent has the look `parent`. */
export function lookOf(element: Element, parent: Look, rules: readonly StyleRule[]): Look {
  const values = valuesOf(element, rules);
  const { tagName } = element;
  const value = (name: string) => values.get(name) ?? '';
  const ownSize = sizeOf(tagName, value('float') === '' ? value('font-size') : '', parent.size);
  const script = scriptOf(element, value, ownSize < parent.size);
  // Superscript and subscript are smaller by themselves.
  const size = script === '' ? ownSize : parent.size;
  const length = (name: string) => lengthOf(value(name), size);
  const [align, caps, transform] = [value('text-align'), value('font-variant'), value('text-transform')];
  const isRtl = isRightToLeft(element, parent);
  return {
    size,
    align: alignOf(
      align || attribute(element, 'align').toLowerCase() || (tagName === 'center' ? 'center' : ''),
      parent,
      isRtl,
    ),
    isRtl,
    listStyle: listStyleOf(element, value),
    smallCaps: caps === '' ? parent.smallCaps : /small-caps/.test(caps) || (caps === 'inherit' && parent.smallCaps),
    upperCase: transform === '' ? parent.upperCase : transform === 'uppercase',
    italic: slant(
      value('font-style'),
      isItalicByItself(tagName) || isUnderlined(element, value) || parent.italic,
      parent.italic,
    ),
    bold: weight(value('font-weight'), isBoldByItself(tagName) || parent.bold, parent.bold),
    struck: parent.struck || isStruckByItself(tagName) || decorationOf(value).includes('line-through'),
    script,
    dotted: isDotted(value('text-emphasis-style') || value('text-emphasis'), parent.dotted),
    preserved:
      tagName === 'pre' || /^pre/.test(value('white-space')) || (value('white-space') === '' && parent.preserved),
    indent: values.has('text-indent') ? (length('text-indent') ?? parent.indent) : parent.indent,
    left: sumOf(length('margin-left'), length('padding-left')),
    above: length('margin-top'),
    below: length('margin-bottom'),
    isBlock: isBlock(value('display'), tagName),
    isHidden: isHidden(element, value),
  };
}

const isBlock = (display: string, tag: string): boolean =>
  display === '' || display === 'initial' ? !INLINE.test(tag) : /^(?:block|list-item|flex|grid|table)$/.test(display);

function alignOf(value: string, parent: Look, isRtl: boolean): Look['align'] {
  if (value === '' || value === 'inherit') return parent.align;
  const plain = value.replace(/^-(?:webkit|moz)-/, '');
  if (plain === 'center') return 'center';
  return plain === 'end' || plain === (isRtl ? 'left' : 'right') ? 'end' : 'start';
}

/**
 * Whether an element is right-to-left. Containers need not be checked, because `markDirections` has moved their `dir`
 * to the blocks in them.
 */
function isRightToLeft(element: Element, parent: Look): boolean {
  const dir = attribute(element, 'dir').toLowerCase();
  return dir === 'rtl' || (dir !== 'ltr' && parent.isRtl);
}

function slant(value: string, own: boolean, inherited: boolean): boolean {
  if (value === 'inherit') return inherited;
  return value === '' ? own : /italic|oblique/.test(value);
}

function weight(value: string, own: boolean, inherited: boolean): boolean {
  if (value === 'inherit') return inherited;
  return value === '' ? own : /bold|[6-9]00/.test(value);
}

/** Whether a value of `text-emphasis` sets dots, of any colour and position. */
const isDotted = (value: string, inherited: boolean): boolean =>
  value === '' || value === 'inherit'
    ? inherited
    : /filled|open|dot|circle|triangle|sesame|["']/.test(value.replaceAll(/["']\s*["']/g, ''));

/**
 * Returns the declared values of an element, by property. Declarations with `!important` take precedence, then the
 * style attribute.
 */
function valuesOf(element: Element, rules: readonly StyleRule[]): Map<string, string> {
  const matching = rules.filter(({ selector }) => selector.matches(element)).map(({ declarations }) => declarations);
  const style = attribute(element, 'style');
  const all: Declarations = [...matching, style === '' ? [] : inlineDeclarations(style)].flat();
  const values = new Map<string, string>();
  for (const { name, value } of [
    ...all.filter((declaration) => !declaration.important),
    ...all.filter((declaration) => declaration.important),
  ]) {
    for (const [key, part] of longhands(name, value)) values.set(key, part);
  }
  return values;
}

const SIDES = ['top', 'right', 'bottom', 'left'];

function longhands(name: string, value: string): [string, string][] {
  if (name === 'font-variant-caps') return [['font-variant', value]];
  // Older books use the prefixed names of EPUB 3 and WebKit.
  const emphasis = /^-(?:epub|webkit)-(text-emphasis(?:-style)?)$/.exec(name)?.[1];
  if (emphasis) return [[emphasis, value]];
  if (name === 'font') return fontParts(value);
  if (name !== 'margin' && name !== 'padding') return [[name, value]];
  const [top = '0', right = top, bottom = top, left = right] = value.split(/\s+/);
  return [top, right, bottom, left].map((part, index) => [`${name}-${SIDES[index]}`, part]);
}

const fontParts = (value: string): [string, string][] => [
  [
    'font-size',
    /(?:^|\s)((?:\d+\.?\d*|\.\d+)(?:%|[a-z]+)|(?:xx?-)?(?:small|large)|smaller|larger)(?=$|[\s/])/.exec(value)?.[1] ??
      '',
  ],
  ['font-style', /italic|oblique/.test(value) ? 'italic' : 'normal'],
  ['font-weight', /\bbold|\b[6-9]00\b/.test(value) ? 'bold' : 'normal'],
  ['font-variant', value.includes('small-caps') ? 'small-caps' : 'normal'],
];

const sumOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);

/**
 * Matches elements whose font size is kept. In chapters, other elements have a fixed size, or their size is part of
 * their meaning (`sub`).
 */
const SIZED = /^(?:p|div|section|article|blockquote|span|li|ul|ol|dl|dd|dt|center)$/;
const SIZES: Readonly<Record<string, number>> = {
  'xx-small': 0.6,
  'x-small': 0.75,
  small: 0.89,
  medium: 1,
  large: 1.2,
  'x-large': 1.5,
  'xx-large': 2,
};

/** Returns the font size of an element, relative to the document's font size. */
function sizeOf(tagName: string, value: string, parent: number): number {
  if (!SIZED.test(tagName)) return parent;
  if (value === 'smaller') return parent * 0.83;
  if (value === 'larger') return parent * 1.2;
  if (value.endsWith('%')) return (parent * Number.parseFloat(value)) / 100 || parent;
  return SIZES[value] ?? (lengthOf(value, parent) || parent);
}
