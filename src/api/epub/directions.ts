import { type TextDirection, textDirection } from '#src/lib/text-direction.ts';
import { attribute, childrenOf, type Element, isElement, isText, setAttribute } from './tree.ts';

/** Matches block elements that chapters keep. */
const BLOCK = /^(?:p|h[1-6]|ul|ol|li|dl|dd|dt|table|td|th|figcaption|caption|blockquote|pre)$/;
/** Matches containers that chapters do not keep. Text directly in them becomes a paragraph. */
const CONTAINER = /^(?:html|body|section|div|article|main|header|footer|hgroup|aside|nav|center|address|figure|form)$/;
const RTL_LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const LETTER = /\p{L}/gu;
const WORD = /\p{L}+/gu;
/** Minimum number of words in a left-to-right block of a right-to-left book. A shorter one is a name or a number. */
const MIN_WORDS = 3;

/**
 * Sets `dir` on blocks whose direction differs from that of the book. A block's direction is the `dir` of its
 * container. Without one, its letters determine it, because many books declare no direction or the wrong language.
 * @param language the book's language, as a BCP 47 tag
 */
export function markDirections(body: Element, language: string): void {
  const counts = new Map<Element, Letters>();
  countLetters(body, counts);
  const root = body.parentNode;
  const declared = root && isElement(root) ? directionIn(root) : undefined;
  visit(body, { around: textDirection(language), declared }, counts);
}

interface Letters {
  rightToLeft: number;
  all: number;
  words: number;
}

/**
 * Counts the letters in an element and its descendants. Recursion is safe, because `isPlainMarkup` limits the depth.
 */
function countLetters(element: Element, counts: Map<Element, Letters>): Letters {
  const sum = { rightToLeft: 0, all: 0, words: 0 };
  for (const child of childrenOf(element)) {
    const own = isText(child) ? lettersOf(child.value) : isElement(child) ? countLetters(child, counts) : undefined;
    sum.rightToLeft += own?.rightToLeft ?? 0;
    sum.all += own?.all ?? 0;
    sum.words += own?.words ?? 0;
  }
  counts.set(element, sum);
  return sum;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const lettersOf = (text: string): Letters => ({
  rightToLeft: count(text, RTL_LETTER),
  all: count(text, LETTER),
  words: count(text, WORD),
});

interface Place {
  /** The direction that the element inherits in the chapter. */
  readonly around: TextDirection;
  /** The direction set by a container that the chapter does not keep. */
  readonly declared: TextDirection | undefined;
}

type Counts = ReadonlyMap<Element, Letters>;

/** Sets the direction of an element and its descendants. Recursion is safe here, as in `countLetters`. */
function visit(element: Element, place: Place, counts: Counts): void {
  const next = CONTAINER.test(element.tagName) ? inContainer(element, place, counts) : inBlock(element, place, counts);
  for (const child of childrenOf(element)) if (isElement(child)) visit(child, next, counts);
}

/** Removes the `dir` of a container, unless the container has text of its own. */
function inContainer(element: Element, { around, declared }: Place, counts: Counts): Place {
  const direction = directionIn(element) ?? declared;
  const ofText = direction ?? directionOf(counts.get(element), around);
  element.attrs = element.attrs.filter(({ name }) => name !== 'dir');
  if (hasText(element) && ofText !== around) setAttribute(element, 'dir', ofText);
  return { around, declared: direction };
}

function inBlock(element: Element, { around, declared }: Place, counts: Counts): Place {
  const own = directionIn(element);
  const isBlock = BLOCK.test(element.tagName);
  if (own) return { around: own, declared: isBlock ? undefined : declared };
  if (!isBlock) return { around, declared };
  const direction = declared ?? directionOf(counts.get(element), around);
  if (direction !== around) setAttribute(element, 'dir', direction);
  return { around: direction, declared: undefined };
}

function directionIn(element: Element): TextDirection | undefined {
  const value = attribute(element, 'dir').toLowerCase();
  return value === 'ltr' || value === 'rtl' ? value : undefined;
}

const hasText = (element: Element) => childrenOf(element).some((child) => isText(child) && child.value.trim() !== '');

/** Returns the direction of a text: `around`, unless most letters have the other direction. */
function directionOf(letters: Letters | undefined, around: TextDirection): TextDirection {
  const { rightToLeft, all, words } = letters ?? { rightToLeft: 0, all: 0, words: 0 };
  if (all === 0) return around;
  if (around === 'ltr') return rightToLeft > all / 2 ? 'rtl' : 'ltr';
  return rightToLeft === 0 && words >= MIN_WORDS ? 'ltr' : 'rtl';
}
