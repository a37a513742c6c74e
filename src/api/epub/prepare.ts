import { defaultTreeAdapter } from 'parse5';
import { ALLOWED_TAGS } from '#src/contract/chapter/chapter-markup.ts';
import { hasDefault, mathText } from './formulas.ts';
import { imageSources } from './images.ts';
import type { Wrapper } from './layout/classes.ts';
import { noteClass } from './notes.ts';
import { initialOf, isInline, letterText, pictureOf } from './pictures.ts';
import { DROPPED_TAGS } from './sanitise.ts';
import { anchorNames } from './summary.ts';
import {
  attribute,
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  makeElement,
  setAttribute,
  textOf,
  typesOf,
} from './tree.ts';

/** Converts the URLs and ids of a document. If a function returns undefined, the URL or id is removed. */
export interface Addresses {
  /** Returns the id of an anchor, if a link points to it. */
  anchor(name: string): string | undefined;
  link(href: string): string | undefined;
  image(source: string): string | undefined;
  /** Returns the elements that the text of an element is wrapped in, derived from the book's style sheets. */
  wrappers(element: Element): readonly Wrapper[];
  /** Returns the classes of an element, derived from the book's style sheets. */
  layout(element: Element): string | undefined;
}

const KEPT = new Set(ALLOWED_TAGS);
const DROPPED = new Set(DROPPED_TAGS);
const RENAMED: Record<string, string> = {
  aside: 'div',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  del: 's',
  strike: 's',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
  dfn: 'i',
  var: 'i',
  // Manuscripts underline text that is printed in italics.
  u: 'i',
};
/** Matches containers that are unwrapped later. Text directly in them needs a paragraph. */
const CONTAINER =
  /^(?:body|div|section|article|main|aside|header|footer|hgroup|nav|center|address|details|summary|form|fieldset)$/;
/** Elements that can contain the anchors of several containers. */
const HOLDS_TEXT = /^(?:p|h[2-4]|li|d[dt]|t[dh]|pre|figcaption|caption)$/;
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|img|ins|kbd|mark|q|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr|x-text)$/;
/** An element name that is not allowed, so that the sanitiser replaces the element with its children. */
const UNWRAPPED = 'x-text';

/**
 * Prepares a document's body for the sanitiser: elements that are kept get their final names, URLs, ids and classes.
 */
export function prepare(body: Element, addresses: Addresses): void {
  const unplaced: string[] = [];
  const unplacedOf = new Map<Element, string>();
  /** The attributes of paragraphs that are created for text directly in a container, by container. */
  const textAttrs = new Map<Element, Element['attrs']>([[body, textAttributes(body, addresses.layout(body))]]);
  visit(body);

  /** Prepares the children of an element. Recursion is safe, because `isPlainMarkup` limits the depth. */
  function visit(parent: Element, isPre = keepsWhiteSpace(parent)): void {
    const children: Child[] = [];
    for (const child of childrenOf(parent)) {
      if (isText(child)) children.push(isPre ? child : collapsed(child));
      else if (isElement(child) && child.tagName === 'math') children.push(...textNode(mathText(child)));
      else if (isElement(child) && !isDropped(child)) {
        const result = visited(child, isPre);
        children.push(result, ...letterOf(child, result));
      }
    }
    const isContainer = CONTAINER.test(parent.tagName);
    parent.childNodes = isContainer ? inParagraphs(children, textAttrs.get(parent)) : children;
    if (isContainer) placeAnchor(parent, children);
    for (const child of parent.childNodes) child.parentNode = parent;
  }

  function visited(original: Element, isInPre: boolean): Element {
    if (original.tagName === 'svg' || original.tagName === 'img') return picture(original, addresses);
    const note = noteClass(original, (name) => addresses.anchor(name) !== undefined);
    const tag = note === 'text-note' && CONTAINER.test(original.tagName) ? 'aside' : finalTag(original);
    const element = makeElement(tag, withoutClass(original.attrs));
    const layout = addresses.layout(original);
    if (CONTAINER.test(element.tagName)) textAttrs.set(element, textAttributes(original, layout));
    const classes = [note, CONTAINER.test(element.tagName) ? undefined : layout].filter((one) => one !== undefined);
    if (classes.length > 0) setAttribute(element, 'class', classes.join(' '));
    const wrappers = addresses.wrappers(original);
    element.childNodes = wrappers.reduceRight(wrapped, original.childNodes);
    writeLanguage(element);
    writeLink(element);
    const anchors = writeId(element);
    const bare = element.attrs.every(({ name }) => !['href', 'id', 'lang', 'dir', 'class'].includes(name));
    if (bare && /^(?:span|a)$/.test(tag)) element.tagName = element.nodeName = UNWRAPPED;
    visit(element, isInPre || keepsWhiteSpace(element));
    if (anchors.length > 0) element.childNodes = [...anchors, ...element.childNodes];
    const isReference = typesOf(original).includes('noteref');
    return isReference && !isRaised(original) && !wrappers.includes('sup') ? raised(element) : element;
  }

  /**
   * If no element has taken the anchor of a container, moves it to the paragraph of the container's own text, or else
   * to the first text inside.
   */
  function placeAnchor(container: Element, before: readonly Child[]): void {
    const own = unplacedOf.get(container);
    const at = own === undefined ? -1 : unplaced.indexOf(own);
    if (own === undefined || at < 0) return;
    const paragraph = container.childNodes.find((child) => isElement(child) && !before.includes(child));
    if (paragraph && isElement(paragraph)) setAttribute(paragraph, 'id', own);
    else {
      const text = findAll(container, ({ tagName }) => HOLDS_TEXT.test(tagName))[0];
      if (!text) return;
      text.childNodes = [anchorElement(own), ...text.childNodes];
    }
    unplaced.splice(at, 1);
  }

  function writeLink(element: Element): void {
    if (element.tagName !== 'a') return;
    const link = addresses.link(attribute(element, 'href'));
    element.attrs = element.attrs.filter((attr) => attr.name !== 'href');
    if (link !== undefined) setAttribute(element, 'href', link);
  }

  /**
   * Sets the id of an element. The anchors of elements that are unwrapped are moved to the next element that is kept.
   * @returns elements for the remaining anchors, which the caller must insert into the element
   */
  function writeId(element: Element): Element[] {
    const own = anchorNames(element)
      .map(addresses.anchor)
      .find((one) => one !== undefined);
    element.attrs = element.attrs.filter((one) => one.name !== 'id');
    if (!KEPT.has(element.tagName)) {
      if (own === undefined) return [];
      unplaced.push(own);
      unplacedOf.set(element, own);
      return [];
    }
    const id = own ?? unplaced.shift();
    if (id !== undefined) setAttribute(element, 'id', id);
    if (!HOLDS_TEXT.test(element.tagName)) return [];
    return unplaced.splice(0).map(anchorElement);
  }
}

function wrapped(children: Child[], tag: string): Child[] {
  const wrapper = makeElement(tag);
  for (const child of [...children]) defaultTreeAdapter.appendChild(wrapper, child);
  return [wrapper];
}

const anchorElement = (id: string): Element => makeElement('span', [{ name: 'id', value: id }]);

const finalTag = ({ tagName }: Element): string => RENAMED[tagName] ?? tagName;

const withoutClass = (attrs: Element['attrs']) => attrs.filter(({ name }) => name !== 'class');

function isDropped(element: Element): boolean {
  if (element.tagName === 'svg') return imageSources(element).length === 0;
  if (element.tagName === 'epub:case') return hasDefault(element);
  return (
    DROPPED.has(element.tagName) ||
    typesOf(element).includes('pagebreak') ||
    /\bpg-boilerplate\b/.test(attribute(element, 'class'))
  );
}

function picture(element: Element, addresses: Addresses): Element {
  const { source, alt } = pictureOf(element);
  const address = source === undefined ? undefined : addresses.image(source);
  if (address === undefined) return makeElement(UNWRAPPED);
  const image = makeElement('img', [
    { name: 'src', value: address },
    { name: 'alt', value: initialOf(element) === undefined ? alt : '' },
  ]);
  if (isInline(element)) setAttribute(image, 'class', 'text-inline');
  return image;
}

/**
 * If a picture shows an initial, returns the initial as text. The text is added next to the picture, or replaces the
 * picture if its file is missing.
 */
function letterOf(original: Element, result: Element): Child[] {
  const letter = original.tagName === 'img' ? initialOf(original) : undefined;
  if (letter === undefined) return [];
  return result.tagName === 'img' ? [letterText(letter)] : textNode(letter);
}

function textNode(text: string): Child[] {
  const wrapper = makeElement(UNWRAPPED);
  defaultTreeAdapter.insertText(wrapper, text);
  return wrapper.childNodes;
}

/**
 * Puts a reference into `<sup>`, because its number would otherwise run into the word before it. Many books only use
 * CSS.
 */
function raised(note: Element): Element {
  const sup = makeElement('sup');
  defaultTreeAdapter.appendChild(sup, note);
  return sup;
}

function isRaised(note: Element): boolean {
  const inner = findAll(note, (element) => element.tagName === 'sup');
  return inner.length > 0 || note.parentNode?.nodeName === 'sup';
}

/** Collapses white space, because the indentation of the source would add thousands of bytes to a chapter. */
function collapsed<T extends { value: string }>(text: T): T {
  text.value = text.value.replace(/[ \t\r\n\f]+/g, (blank) => (blank.includes('\n') ? '\n' : ' '));
  return text;
}

function writeLanguage(element: Element): void {
  const language = attribute(element, 'lang') || attribute(element, 'xml:lang');
  if (language !== '') setAttribute(element, 'lang', language);
}

const keepsWhiteSpace = (element: Element): boolean =>
  element.tagName === 'pre' || /\btext-pre\b/.test(attribute(element, 'class'));

function textAttributes(container: Element, classes: string | undefined): Element['attrs'] {
  const pairs = { class: classes ?? '', dir: attribute(container, 'dir') };
  return Object.entries(pairs).flatMap(([name, value]) => (value === '' ? [] : [{ name, value }]));
}

function inParagraphs(children: Child[], attrs: Element['attrs'] = []): Child[] {
  const result: Child[] = [];
  let paragraph: Element | undefined;
  for (const child of children) {
    if (isElement(child) && !INLINE.test(child.tagName)) {
      paragraph = undefined;
      result.push(child);
    } else if (paragraph || hasVisibleContent(child)) {
      if (!paragraph) {
        paragraph = makeElement('p', [...attrs]);
        result.push(paragraph);
      }
      defaultTreeAdapter.appendChild(paragraph, child);
    } else result.push(child);
  }
  return result;
}

function hasVisibleContent(child: Child): boolean {
  if (isText(child)) return child.value.trim() !== '';
  if (!isElement(child)) return false;
  return (
    child.tagName === 'img' ||
    textOf(child).trim() !== '' ||
    findAll(child, (inner) => inner.tagName === 'img').length > 0
  );
}
