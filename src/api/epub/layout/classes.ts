import { MAX_INDENT_EM } from '#src/contract/chapter/chapter-markup.ts';
import { childrenOf, type Element, isElement, isText, textOf, typesOf } from '../tree.ts';
import { HOLDER, isBoldByItself, isItalicByItself, type Look, lookOf, PLAIN } from './look.ts';
import type { StyleRule } from './style-sheet.ts';

/** How a document's elements look, so that chapters look like the book. */
export interface Layout {
  readonly classes: WeakMap<Element, string>;
  /** Elements that the book's style sheets hide. */
  readonly hidden: WeakSet<Element>;
}

export const noLayout = (): Layout => ({ classes: new WeakMap(), hidden: new WeakSet() });

/** Blocks with an indentation of their own in every chapter. */
const INSET = /^(?:blockquote|ul|ol|li|dl|dd|table|td|th|figure)$/;
const VERSE_TYPE = /(?:^|:)(?:verse|poem|song|hymn|lyrics)$/;
/** Less does not count as an indent. */
const MIN_INDENT_EM = 0.5;
/** em; a first line indented more is verse, one indented less begins a paragraph. */
const LINE_INDENT = 2.2;
const MIN_SPACE_EM = 1.5;
/** Lines with less space between them count as close. */
const MAX_CLOSE_EM = 0.3;
/** A paragraph with more characters is prose. */
const MAX_LINE_CHARACTERS = 60;

interface Place {
  readonly look: Look;
  /** The look it already has in a chapter. */
  readonly shown: Pick<Look, 'size' | 'align' | 'smallCaps' | 'upperCase' | 'italic' | 'bold' | 'preserved'>;
  /** Total indentation of its ancestors, em. */
  readonly left: number;
  readonly isVerse: boolean;
}

interface Found extends Pick<Place, 'look' | 'isVerse'> {
  readonly element: Element;
  readonly classes: string[];
  /** Indentation of its parent, as the chapter shows it. */
  readonly sizeAround: number;
  /** em; undefined unless it is a line or a paragraph. */
  readonly indent: number | undefined;
  readonly size: number;
  /** Characters of a paragraph's text. */
  readonly length: number;
  /** A line in a paragraph, which has the book's margins. */
  readonly isLine: boolean;
}

/** Reads the layout of a document's body by the rules of its style sheets. @param isRtl whether chapters are shown from right to left */
export function layoutOf(body: Element, rules: readonly StyleRule[], isRtl = false): Layout {
  const found: Found[] = [];
  const { classes, hidden } = noLayout();
  visit(body, { look: { ...PLAIN, isRtl }, shown: PLAIN, left: 0, isVerse: false });
  const [base, size] = [common(found, 'indent'), common(found, 'size')];
  let before: Found | undefined;
  for (const each of found) {
    const own = [...each.classes, ...sizeClass(each, size), ...indentClass(each, base)];
    const isNext = isClose(each, before, own, classes);
    const all = isNext ? [...own, 'text-close'] : own;
    // The first of several lines is indented like the others, not like a paragraph.
    if (isNext && before && !classes.has(before.element)) classes.set(before.element, 'text-verse');
    if (all.length > 0) classes.set(each.element, all.join(' '));
    if (each.element.tagName === 'p') before = each;
  }
  return { classes, hidden };

  /** Recursive: documents nest at most as deep as `isPlainMarkup` allows. */
  function visit(element: Element, parent: Place): void {
    const look = lookOf(element, parent.look, rules);
    if (look.isHidden) hidden.add(element);
    const isHolder = HOLDER.test(element.tagName);
    const isVerse = parent.isVerse || typesOf(element).some((type) => VERSE_TYPE.test(type));
    const isBody = /^(?:html|body)$/.test(element.tagName);
    const left = isBody ? 0 : parent.left + (INSET.test(element.tagName) ? 0 : (look.left ?? 0));
    const place = { look, shown: parent.shown, left, isVerse };
    const hasText = childrenOf(element).some((child) => isText(child) && child.value.trim() !== '');
    const isLine = element.tagName === 'span' && look.isBlock;
    const isSpan = !look.isBlock && !isLine;
    const isShown = !isHolder || hasText || holdsLines(element);
    if (isShown) {
      found.push({
        element,
        look,
        isVerse,
        sizeAround: parent.shown.size,
        classes: classesOf(element, place),
        indent: isSpan || INSET.test(element.tagName) || /^h\d$/.test(element.tagName) ? undefined : indentOf(place),
        size: look.size,
        length: isSpan || isLine ? 0 : textOf(element).trim().length,
        isLine,
      });
    }
    const shown = isHolder ? parent.shown : look;
    const inner = INSET.test(element.tagName) || isLine ? 0 : left;
    for (const child of childrenOf(element)) {
      if (isElement(child))
        visit(child, { look, shown, left: isShown && child.tagName === 'span' ? 0 : inner, isVerse });
    }
  }

  function holdsLines(element: Element): boolean {
    return childrenOf(element).some((child) => isElement(child) && child.tagName === 'span');
  }
}

/** Indent of its first line; a paragraph's usual indent and the margins of centred text do not count. */
function indentOf({ look, left }: Place): number {
  if (look.align !== 'start') return 0;
  const first = look.indent < 0 || look.indent > LINE_INDENT ? look.indent : 0;
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
    ['text-pre', !isSpan && look.preserved && !shown.preserved && tagName !== 'pre'],
    ['text-flush', tagName === 'blockquote' && look.left === 0],
    ['text-space', tagName === 'p' && !isVerse && (look.above ?? 0) >= MIN_SPACE_EM],
  ];
  return classes.filter(([, applies]) => applies).map(([name]) => name);
}

function indentClass({ indent = 0, isLine }: Found, base: number): string[] {
  const further = isLine ? indent : indent - base;
  // A half rounds up, whatever the floating-point sum is.
  const steps = Math.min(MAX_INDENT_EM, Math.round(further + 0.01));
  return further >= MIN_INDENT_EM && steps > 0 ? [`text-indent-${steps}`] : [];
}

/** Relative font sizes from which an element gets a class. */
const sizeName = (size: number): string =>
  size <= 0.78 ? 'text-smaller' : size <= 0.93 ? 'text-small' : size >= 1.15 ? 'text-large' : '';

function sizeClass({ size, sizeAround }: Found, base: number): string[] {
  const name = sizeName(size / base);
  return name === '' || name === sizeName(sizeAround / base) ? [] : [name];
}

/** Whether a paragraph is the next line after another one: neither is prose, and the book has no space between them. */
function isClose(each: Found, before: Found | undefined, own: readonly string[], layout: Layout['classes']): boolean {
  const { element, look, isVerse } = each;
  if (!before || element.tagName !== 'p' || isVerse) return false;
  if (own.length === 0 && !layout.has(before.element)) return false;
  if ((own.length === 0 && !isShort(each)) || (!layout.has(before.element) && !isShort(before))) return false;
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? [];
  if (siblings[siblings.indexOf(element) - 1] !== before.element) return false;
  return [look.above, before.look.below].every((space) => space !== undefined && Math.abs(space) <= MAX_CLOSE_EM);
}

/** An unindented line may be among indented ones. */
const isShort = ({ length }: Found): boolean => length <= MAX_LINE_CHARACTERS;

/** The values of most of the text: a book's margins are not indents, and its font size becomes the reader's. */
function common(found: readonly Found[], key: 'indent' | 'size'): number {
  const lengths = new Map<number, number>();
  for (const one of found) {
    const value = one[key];
    if (value !== undefined && one.indent !== undefined) lengths.set(value, (lengths.get(value) ?? 0) + one.length);
  }
  const [most = [key === 'size' ? 1 : 0, 0]] = [...lengths].toSorted((a, b) => b[1] - a[1]);
  return Math.max(0, most[0]);
}
