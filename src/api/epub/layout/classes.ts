import { MOST_INDENT } from '#src/lib/chapter-markup.ts';
import { childrenOf, type Element, isElement, isText, textOf, typesOf } from '../tree.ts';
import { isBoldByItself, isItalicByItself, type Look, lookOf, PLAIN } from './look.ts';
import type { StyleRule } from './style-sheet.ts';

/** The classes that elements of a document get, so that chapters look as the book does. */
export type Layout = WeakMap<Element, string>;

/** Elements that only hold others: what they say of their text is said by those in them. */
const HOLDER = /^(?:html|body|section|div|article|main|header|footer|hgroup|aside|nav|center|address|figure|form)$/;
/** Blocks with an indentation of their own in every chapter. */
const INSET = /^(?:blockquote|ul|ol|li|dl|dd|table|td|th|figure)$/;
const VERSE_TYPE = /(?:^|:)(?:verse|poem|song|hymn|lyrics)$/;
/** em; less is none. */
const LEAST_INDENT = 0.5;
/** em; a first line set in further is a line of verse, one set in less begins a paragraph. */
const LINE_INDENT = 2.2;
const LEAST_SPACE = 1.5;
/** em; lines with less between them stand close. */
const MOST_CLOSE = 0.3;
/** Characters; a paragraph with more is prose. */
const MOST_OF_LINE = 60;

interface Place {
  readonly look: Look;
  /** What the chapter shows of it already. */
  readonly shown: Pick<Look, 'size' | 'align' | 'smallCaps' | 'upperCase' | 'italic' | 'bold' | 'preserved'>;
  /** Indentation of all that holds it, em. */
  readonly left: number;
  readonly isVerse: boolean;
}

interface Found extends Pick<Place, 'look' | 'isVerse'> {
  readonly element: Element;
  readonly classes: string[];
  /** Of what it stands in, as the chapter shows that. */
  readonly sizeAround: number;
  /** em; undefined for what is no line or paragraph. */
  readonly indent: number | undefined;
  readonly size: number;
  /** Characters of a paragraph's text. */
  readonly length: number;
  /** A line in a paragraph, which has the book's margins. */
  readonly isLine: boolean;
}

/** Reads the layout of a document's body by the rules of its style sheets. */
export function layoutOf(body: Element, rules: readonly StyleRule[]): Layout {
  const found: Found[] = [];
  visit(body, { look: PLAIN, shown: PLAIN, left: 0, isVerse: false });
  const [base, size] = [common(found, 'indent'), common(found, 'size')];
  const layout: Layout = new WeakMap();
  let before: Found | undefined;
  for (const each of found) {
    const own = [...each.classes, ...sizeClass(each, size), ...indentClass(each, base)];
    const isNext = isClose(each, before, own, layout);
    const all = isNext ? [...own, 'text-close'] : own;
    // The first of several lines begins as far out as they do, and not as a paragraph.
    if (isNext && before && !layout.has(before.element)) layout.set(before.element, 'text-verse');
    if (all.length > 0) layout.set(each.element, all.join(' '));
    if (each.element.tagName === 'p') before = each;
  }
  return layout;

  /** Recursive: documents nest at most as deep as `isPlainMarkup` allows. */
  function visit(element: Element, parent: Place): void {
    const look = lookOf(element, parent.look, rules);
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

/** Where its first line begins; an indentation as of a paragraph is none, nor are margins of what is centred. */
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
    [`text-${look.align}`, !isSpan && look.align !== shown.align],
    ['text-small-caps', look.smallCaps && !shown.smallCaps],
    ['text-uppercase', look.upperCase && !shown.upperCase],
    ['text-italic', look.italic && !shown.italic && !isItalicByItself(tagName)],
    ['text-upright', !look.italic && ownItalic],
    ['text-bold', look.bold && !ownBold],
    ['text-regular', !look.bold && /^(?:b|strong)$/.test(tagName)],
    ['text-pre', !isSpan && look.preserved && !shown.preserved && tagName !== 'pre'],
    ['text-flush', tagName === 'blockquote' && look.left === 0],
    ['text-space', tagName === 'p' && !isVerse && (look.above ?? 0) >= LEAST_SPACE],
  ];
  return classes.filter(([, applies]) => applies).map(([name]) => name);
}

function indentClass({ indent = 0, isLine }: Found, base: number): string[] {
  const further = isLine ? indent : indent - base;
  // A half is a step, whatever the sum of ems comes to in floating point.
  const steps = Math.min(MOST_INDENT, Math.round(further + 0.01));
  return further >= LEAST_INDENT && steps > 0 ? [`text-indent-${steps}`] : [];
}

/** Sizes of letters beside that of most of the text, from which on they have a class. */
const sizeName = (size: number): string =>
  size <= 0.78 ? 'text-smaller' : size <= 0.93 ? 'text-small' : size >= 1.15 ? 'text-large' : '';

function sizeClass({ size, sizeAround }: Found, base: number): string[] {
  const name = sizeName(size / base);
  return name === '' || name === sizeName(sizeAround / base) ? [] : [name];
}

/** Whether a paragraph is the next line after another one: neither is prose, and the book has no space between them. */
function isClose(each: Found, before: Found | undefined, own: readonly string[], layout: Layout): boolean {
  const { element, look, isVerse } = each;
  if (!before || element.tagName !== 'p' || isVerse) return false;
  if (own.length === 0 && !layout.has(before.element)) return false;
  if ((own.length === 0 && !isShort(each)) || (!layout.has(before.element) && !isShort(before))) return false;
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? [];
  if (siblings[siblings.indexOf(element) - 1] !== before.element) return false;
  return [look.above, before.look.below].every((space) => space !== undefined && Math.abs(space) <= MOST_CLOSE);
}

/** A line that is set in nowhere may stand among others that are. */
const isShort = ({ length }: Found): boolean => length <= MOST_OF_LINE;

/** What most of the text has: a book's margins are no indentation, and the size of its letters is the reader's. */
function common(found: readonly Found[], key: 'indent' | 'size'): number {
  const lengths = new Map<number, number>();
  for (const one of found) {
    const value = one[key];
    if (value !== undefined && one.indent !== undefined) lengths.set(value, (lengths.get(value) ?? 0) + one.length);
  }
  const [most = [key === 'size' ? 1 : 0, 0]] = [...lengths].toSorted((a, b) => b[1] - a[1]);
  return Math.max(0, most[0]);
}
