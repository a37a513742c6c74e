import { MAX_INDENT_EM } from '#src/contract/chapter/chapter-markup.ts';
import { childrenOf, type Element, isElement, isText, textOf, typesOf } from '../tree.ts';
import { CONTAINER, isBoldByItself, isItalicByItself, type Look, lookOf, PLAIN } from './look.ts';
import type { StyleRule } from './style-sheet.ts';

/** The CSS classes of a document's elements, which make chapters look like the book. */
export interface Layout {
  readonly classes: WeakMap<Element, string>;
  /** Elements that the book's style sheets hide. */
  readonly hidden: WeakSet<Element>;
}

export const noLayout = (): Layout => ({ classes: new WeakMap(), hidden: new WeakSet() });

/** Blocks that the stylesheet of chapters already indents. */
const INSET = /^(?:blockquote|ul|ol|li|dl|dd|table|td|th|figure)$/;
const VERSE_TYPE = /(?:^|:)(?:verse|poem|song|hymn|lyrics)$/;
/** Smaller indents are ignored. */
const MIN_INDENT_EM = 0.5;
/** A first line that is indented more is verse. One that is indented less begins a paragraph. */
const VERSE_INDENT_EM = 2.2;
const MIN_SPACE_EM = 1.5;
/** Lines with at most this much space between them count as close. */
const MAX_CLOSE_EM = 0.3;
/** Longer paragraphs are prose. */
const MAX_LINE_CHARACTERS = 60;

interface Place {
  readonly look: Look;
  /** The look that the chapter's style sheet already gives the element. */
  readonly shown: Pick<Look, 'size' | 'align' | 'smallCaps' | 'upperCase' | 'italic' | 'bold' | 'dotted' | 'preserved'>;
  /** Total indentation of the element's ancestors, in em. */
  readonly left: number;
  readonly isVerse: boolean;
}

interface StyledElement extends Pick<Place, 'look' | 'isVerse'> {
  readonly element: Element;
  readonly classes: string[];
  /** Font size of the element's parent, as the chapter shows it. */
  readonly parentSize: number;
  /** Indent of the first line in em; undefined unless the element is a line or a paragraph. */
  readonly indent: number | undefined;
  readonly size: number;
  /** Number of characters in a paragraph. */
  readonly length: number;
  /** Whether the element is a line within a paragraph, indented relative to the paragraph. */
  readonly isLine: boolean;
}

/**
 * Reads the layout of a document's body from the rules of its style sheets.
 * @param isRtl whether chapters are shown from right to left
 */
export function layoutOf(body: Element, rules: readonly StyleRule[], isRtl = false): Layout {
  const styled: StyledElement[] = [];
  const { classes, hidden } = noLayout();
  visit(body, { look: { ...PLAIN, isRtl }, shown: PLAIN, left: 0, isVerse: false });
  const [base, size] = [common(styled, 'indent'), common(styled, 'size')];
  let previous: StyledElement | undefined;
  for (const each of styled) {
    const own = [...each.classes, ...sizeClass(each, size), ...indentClass(each, base)];
    const isNext = isClose(each, previous, own, classes);
    const all = isNext ? [...own, 'text-close'] : own;
    // In a group of lines, the first one is indented like the others, not like a paragraph.
    if (isNext && previous && !classes.has(previous.element)) classes.set(previous.element, 'text-verse');
    if (all.length > 0) classes.set(each.element, all.join(' '));
    if (each.element.tagName === 'p') previous = each;
  }
  return { classes, hidden };

  /** Recursion is safe: `isPlainMarkup` limits how deeply documents nest. */
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
    const shown = isContainer ? parent.shown : look;
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

/** Indent of the first line. A paragraph's usual indent and the margins of centred text do not count. */
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
  // Rounds halves up despite floating-point errors.
  const steps = Math.min(MAX_INDENT_EM, Math.round(further + 0.01));
  return further >= MIN_INDENT_EM && steps > 0 ? [`text-indent-${steps}`] : [];
}

/** The class for a relative font size; '' for the usual one. */
const sizeName = (size: number): string =>
  size <= 0.78 ? 'text-smaller' : size <= 0.93 ? 'text-small' : size >= 1.15 ? 'text-large' : '';

function sizeClass({ size, parentSize }: StyledElement, base: number): string[] {
  const name = sizeName(size / base);
  return name === '' || name === sizeName(parentSize / base) ? [] : [name];
}

/**
 * Whether a paragraph is a line that directly follows another one: neither is prose, and the book has no space between
 * them.
 */
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

/** A line without indentation may be among indented ones, so short paragraphs count as lines too. */
const isShort = ({ length }: StyledElement): boolean => length <= MAX_LINE_CHARACTERS;

/**
 * The most common value in the text. As an indent, it is the book's margin, which does not count as an indent. As a
 * size, it is the book's usual font size, which corresponds to the reader's font size.
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
