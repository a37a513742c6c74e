import { MAX_INDENT_EM } from '#src/contract/chapter/chapter-markup.ts';
import { childrenOf, type Element, findAll, isElement, isText, makeElement, textOf, typesOf } from '../tree.ts';
import {
  CONTAINER,
  INLINE,
  isBoldByItself,
  isItalicByItself,
  isStruckByItself,
  type Look,
  lookOf,
  PLAIN,
} from './look.ts';
import type { StyleRule } from './style-sheet.ts';

/** An element for text that is struck through, superscript or subscript. */
export type Wrapper = 's' | 'sup' | 'sub';

/** The layout of a document: classes that make its chapters look similar to the book. */
export interface Layout {
  readonly classes: WeakMap<Element, string>;
  /** The elements that their text must be wrapped in. */
  readonly wrappers: WeakMap<Element, readonly Wrapper[]>;
  /** The elements that the book's style sheets hide. */
  readonly hidden: WeakSet<Element>;
}

export const noLayout = (): Layout => ({
  classes: new WeakMap(),
  wrappers: new WeakMap(),
  hidden: new WeakSet(),
});

/** Matches blocks that the site's style sheet for chapters indents. */
const INSET = /^(?:blockquote|ul|ol|li|dl|dd|table|td|th|figure)$/;
const VERSE_TYPE = /(?:^|:)(?:verse|poem|song|hymn|lyrics)$/;
/** Minimum indent that is kept. */
const MIN_INDENT_EM = 0.5;
/** A first line with a larger indent is verse. A smaller indent begins a paragraph. */
const VERSE_INDENT_EM = 2.2;
const MIN_SPACE_EM = 1.5;
/** Two lines with at most this space between them are shown without space. */
const MAX_CLOSE_EM = 0.3;
/** Maximum length of a line. Longer paragraphs are prose. */
const MAX_LINE_CHARACTERS = 60;

interface Place {
  readonly look: Look;
  /** How the chapter would show the element if no classes were added. */
  readonly shown: Pick<
    Look,
    'size' | 'align' | 'smallCaps' | 'upperCase' | 'italic' | 'bold' | 'struck' | 'dotted' | 'preserved'
  >;
  /** Sum of the indents of the element's ancestors, in em. */
  readonly left: number;
  readonly isVerse: boolean;
}

interface StyledElement extends Pick<Place, 'look' | 'isVerse'> {
  readonly element: Element;
  readonly classes: string[];
  /** The font size at which the chapter shows the element's parent. */
  readonly parentSize: number;
  /** Indent of the first line, in em; undefined if the element is neither a line nor a paragraph. */
  readonly indent: number | undefined;
  readonly size: number;
  /** Number of characters of the text. */
  readonly length: number;
  /** Whether the element is a line in a paragraph. The indent is then relative to the paragraph. */
  readonly isLine: boolean;
}

/**
 * Determines the layout of a document from the rules of its style sheets.
 * @param isRtl whether the chapters are right-to-left
 */
export function layoutOf(body: Element, rules: readonly StyleRule[], isRtl = false): Layout {
  const styled: StyledElement[] = [];
  const { classes, wrappers, hidden } = noLayout();
  visit(body, { look: { ...PLAIN, isRtl }, shown: PLAIN, left: 0, isVerse: false });
  const [base, size] = [common(styled, 'indent'), common(styled, 'size')];
  let previous: StyledElement | undefined;
  for (const each of styled) {
    const own = [...each.classes, ...sizeClass(each, size), ...indentClass(each, base)];
    const isNext = isClose(each, previous, own, classes);
    const all = isNext ? [...own, 'text-close'] : own;
    // The first of several lines must not get the indent of a paragraph.
    if (isNext && previous && !classes.has(previous.element)) classes.set(previous.element, 'text-verse');
    if (all.length > 0) classes.set(each.element, all.join(' '));
    if (each.element.tagName === 'p') previous = each;
  }
  return { classes, wrappers, hidden };

  /** Determines the layout of an element and its descendants. Recursion is safe: `isPlainMarkup` limits the depth. */
  function visit(element: Element, parent: Place): void {
    const look = lookOf(element, parent.look, rules);
    if (look.isHidden) hidden.add(element);
    const isContainer = CONTAINER.test(element.tagName);
    const isVerse = parent.isVerse || typesOf(element).some((type) => VERSE_TYPE.test(type));
    const isBody = /^(?:html|body)$/.test(element.tagName);
    const left = isBody ? 0 : parent.left + (INSET.test(element.tagName) ? 0 : (look.left ?? 0));
    const place = { look, shown: parent.shown, left, isVerse };
    const hasText = childrenOf(element).some((child) => isText(child) && child.value.trim() !== '');
    const isLine = element.tagName === 'span' && look.isBlock;
    const isSpan = !look.isBlock && !isLine;
    const isShown = !isContainer || hasText || hasLines(element);
    if (isShown) {
      styled.push({
        element,
        look,
        isVerse,
        parentSize: parent.shown.size,
        classes: classesOf(element, place),
        indent: isSpan || INSET.test(element.tagName) || /^h\d$/.test(element.tagName) ? undefined : indentOf(place),
        size: look.size,
        length: isSpan || isLine ? 0 : textOf(element).trim().length,
        isLine,
      });
    }
    const isStruck = look.struck && !parent.shown.struck;
    const isWrapped = isStruck && isShown && !isStruckByItself(element.tagName) && canBeStruck(element);
    if (isStruck && isShown && !isWrapped && !isStruckByItself(element.tagName)) strikeLooseText(element);
    const own: Wrapper[] = [...(isWrapped ? ['s' as const] : []), ...(look.script === '' ? [] : [look.script])];
    if (own.length > 0) wrappers.set(element, own);
    const struck = isStruck ? isWrapped || isStruckByItself(element.tagName) : parent.shown.struck;
    const shown = { ...(isContainer ? parent.shown : look), struck };
    const inner = INSET.test(element.tagName) || isLine ? 0 : left;
    for (const child of childrenOf(element)) {
      if (isElement(child))
        visit(child, { look, shown, left: isShown && child.tagName === 'span' ? 0 : inner, isVerse });
    }
  }

  function hasLines(element: Element): boolean {
    return childrenOf(element).some((child) => isElement(child) && child.tagName === 'span');
  }
}

/** Puts the text between the blocks of an element into `s`. */
function strikeLooseText(element: Element): void {
  element.childNodes = element.childNodes.map((child) => {
    if (!isText(child) || child.value.trim() === '') return child;
    const struck = makeElement('s');
    struck.parentNode = element;
    struck.childNodes = [child];
    child.parentNode = struck;
    return struck;
  });
}

/** Whether an element contains text that is not struck through by itself, and no blocks. */
function canBeStruck(element: Element): boolean {
  if (findAll(element, ({ tagName }) => !INLINE.test(tagName) && tagName !== 'br').length > 0) return false;
  const struck = findAll(element, ({ tagName }) => isStruckByItself(tagName)).map(textOf);
  return textOf(element).trim() !== struck.join('').trim();
}

/** Returns the indent of the first line. Ignores the usual indent of paragraphs, and all indents of centred text. */
function indentOf({ look, left }: Place): number {
  if (look.align !== 'start') return 0;
  const first = look.indent < 0 || look.indent > VERSE_INDENT_EM ? look.indent : 0;
  return left + first;
}

function classesOf(element: Element, { look, shown, isVerse }: Place): string[] {
  const { tagName } = element;
  const isSpan = !look.isBlock;
  const isLine = tagName === 'span' && look.isBlock;
  const ownItalic = isItalicByItself(tagName) || (shown.italic && isSpan);
  const ownBold = isBoldByItself(tagName) || shown.bold;
  const isText = tagName === 'p' || /^(?:div|section)$/.test(tagName);
  const classes: [name: string, applies: boolean][] = [
    ['text-line', isLine],
    ['text-verse', isText && isVerse],
    [`text-list-${look.listStyle}`, look.listStyle !== ''],
    [`text-${look.align}`, !isSpan && look.align !== shown.align],
    ['text-small-caps', look.smallCaps && !shown.smallCaps],
    ['text-uppercase', look.upperCase && !shown.upperCase],
    ['text-italic', look.italic && !shown.italic && !isItalicByItself(tagName)],
    ['text-upright', !look.italic && ownItalic],
    ['text-bold', look.bold && !ownBold],
    ['text-regular', !look.bold && /^(?:b|strong)$/.test(tagName)],
    ['text-emphasis', look.dotted && !shown.dotted],
    ['text-pre', !isSpan && look.preserved && !shown.preserved && tagName !== 'pre'],
    ['text-flush', tagName === 'blockquote' && look.left === 0],
    ['text-space', tagName === 'p' && !isVerse && (look.above ?? 0) >= MIN_SPACE_EM],
  ];
  return classes.filter(([, applies]) => applies).map(([name]) => name);
}

function indentClass({ indent = 0, isLine }: StyledElement, base: number): string[] {
  const further = isLine ? indent : indent - base;
  // The 0.01 rounds halves up despite floating-point errors.
  const steps = Math.min(MAX_INDENT_EM, Math.round(further + 0.01));
  return further >= MIN_INDENT_EM && steps > 0 ? [`text-indent-${steps}`] : [];
}

/** Returns the class for a relative font size; '' for the usual size. */
const sizeName = (size: number): string =>
  size <= 0.78 ? 'text-smaller' : size <= 0.93 ? 'text-small' : size >= 1.15 ? 'text-large' : '';

function sizeClass({ size, parentSize }: StyledElement, base: number): string[] {
  const name = sizeName(size / base);
  return name === '' || name === sizeName(parentSize / base) ? [] : [name];
}

/** Whether a paragraph and the previous one are lines, not prose, and the book shows them without space in between. */
function isClose(
  each: StyledElement,
  previous: StyledElement | undefined,
  own: readonly string[],
  layout: Layout['classes'],
): boolean {
  const { element, look, isVerse } = each;
  if (!previous || element.tagName !== 'p' || isVerse) return false;
  if (own.length === 0 && !layout.has(previous.element)) return false;
  if ((own.length === 0 && !isShort(each)) || (!layout.has(previous.element) && !isShort(previous))) return false;
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? [];
  if (siblings[siblings.indexOf(element) - 1] !== previous.element) return false;
  return [look.above, previous.look.below].every((space) => space !== undefined && Math.abs(space) <= MAX_CLOSE_EM);
}

/** Whether a paragraph is short enough to be a line. A line need not be indented, even among indented lines. */
const isShort = ({ length }: StyledElement): boolean => length <= MAX_LINE_CHARACTERS;

/**
 * Returns the most common indent or font size in the text. The most common indent is the book's margin, which is
 * ignored. The most common size is the book's usual font size, which is shown in the reader's font size.
 */
function common(styled: readonly StyledElement[], key: 'indent' | 'size'): number {
  const lengths = new Map<number, number>();
  for (const styledElement of styled) {
    const value = styledElement[key];
    if (value !== undefined && styledElement.indent !== undefined)
      lengths.set(value, (lengths.get(value) ?? 0) + styledElement.length);
  }
  const [mostCommon = [key === 'size' ? 1 : 0, 0]] = [...lengths].toSorted((a, b) => b[1] - a[1]);
  return Math.max(0, mostCommon[0]);
}
