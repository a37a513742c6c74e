import { defaultTreeAdapter } from 'parse5';
import { ALLOWED_TAGS } from '#src/contract/chapter/chapter-markup.ts';
import { hasDefault, mathText } from './formulas.ts';
import { imageSources } from './images.ts';
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

/** Maps the addresses of one document. Addresses mapped to undefined are dropped. */
export interface Addresses {
  /** The id of an anchor, if something links to it. */
  anchor(name: string): string | undefined;
  link(href: string): string | undefined;
  image(source: string): string | undefined;
  /** The classes of an element, derived from the book's style sheets. */
  layout(element: Element): string | undefined;
}

const KEPT = new Set(ALLOWED_TAGS);
const DROPPED = new Set(DROPPED_TAGS);
const RENAMED: Record<string, string> = {
  aside: 'div',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
  dfn: 'i',
  var: 'i',
  // Manuscripts underline text that print sets in italics.
  u: 'i',
};
/** Elements that are unwrapped later. Text directly in them needs a paragraph. */
const CONTAINER =
  /^(?:body|div|section|article|main|aside|header|footer|hgroup|nav|center|address|details|summary|form|fieldset)$/;
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|img|ins|kbd|mark|q|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr|x-text)$/;
/** The name of elements that the sanitiser does not allow, so it replaces them by their children. */
const UNWRAPPED = 'x-text';

/** Prepares a document's body for the sanitiser: kept elements get their final names, addresses and ids. */
export function prepare(body: Element, addresses: Addresses): void {
  const unplaced: string[] = [];
  const unplacedOf = new Map<Element, string>();
  /** Attributes of paragraphs created from a container's own text. */
  const textAttrs = new Map<Element, Element['attrs']>([[body, textAttributes(body, addresses.layout(body))]]);
  visit(body);

  /** Recursion is safe: `isPlainMarkup` limits how deeply documents nest. */
  function visit(parent: Element): void {
    const children: Child[] = [];
    for (const child of childrenOf(parent)) {
      if (isText(child)) children.push(keepsWhiteSpace(parent) ? child : collapsed(child));
      else if (isElement(child) && child.tagName === 'math') children.push(...textNode(mathText(child)));
      else if (isElement(child) && !isDropped(child)) {
        const result = visited(child);
        children.push(result, ...letterOf(child, result));
      }
    }
    const isContainer = CONTAINER.test(parent.tagName);
    parent.childNodes = isContainer ? inParagraphs(children, textAttrs.get(parent)) : children;
    if (isContainer) placeAnchor(parent, children);
    for (const child of parent.childNodes) child.parentNode = parent;
  }

  function visited(original: Element): Element {
    if (original.tagName === 'svg' || original.tagName === 'img') return picture(original, addresses);
    const note = noteClass(original, (name) => addresses.anchor(name) !== undefined);
    const tag = note === 'text-note' && CONTAINER.test(original.tagName) ? 'aside' : finalTag(original);
    const element = makeElement(tag, withoutClass(original.attrs));
    const layout = addresses.layout(original);
    if (CONTAINER.test(element.tagName)) textAttrs.set(element, textAttributes(original, layout));
    const classes = [note, CONTAINER.test(element.tagName) ? undefined : layout].filter((one) => one !== undefined);
    if (classes.length > 0) setAttribute(element, 'class', classes.join(' '));
    element.childNodes = original.childNodes;
    writeLanguage(element);
    writeLink(element);
    writeId(element);
    const bare = element.attrs.every(({ name }) => !['href', 'id', 'lang', 'dir', 'class'].includes(name));
    if (bare && /^(?:span|a)$/.test(tag)) element.tagName = element.nodeName = UNWRAPPED;
    visit(element);
    return typesOf(original).includes('noteref') && !isRaised(original) ? raised(element) : element;
  }

  /** The anchor of a container whose own text comes first belongs to the paragraph of that text. */
  function placeAnchor(container: Element, before: readonly Child[]): void {
    const own = unplacedOf.get(container);
    const at = own === undefined ? -1 : unplaced.indexOf(own);
    const paragraph = container.childNodes.find((child) => isElement(child) && !before.includes(child));
    if (own === undefined || at < 0 || !paragraph || !isElement(paragraph)) return;
    setAttribute(paragraph, 'id', own);
    unplaced.splice(at, 1);
  }

  function writeLink(element: Element): void {
    if (element.tagName !== 'a') return;
    const link = addresses.link(attribute(element, 'href'));
    element.attrs = element.attrs.filter((attr) => attr.name !== 'href');
    if (link !== undefined) setAttribute(element, 'href', link);
  }

  /** Writes the element's id. The anchor of an unwrapped element moves to the next kept element. */
  function writeId(element: Element): void {
    const own = anchorNames(element)
      .map(addresses.anchor)
      .find((one) => one !== undefined);
    element.attrs = element.attrs.filter((one) => one.name !== 'id');
    if (!KEPT.has(element.tagName)) {
      if (own === undefined) return;
      unplaced.push(own);
      unplacedOf.set(element, own);
      return;
    }
    const id = own ?? unplaced[0];
    unplaced.length = 0;
    if (id !== undefined) setAttribute(element, 'id', id);
  }
}

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
 * Returns the text of an initial. It is added next to the initial's picture, or replaces a picture that the book lacks.
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

/** Without `<sup>`, the number of a note would read as part of the preceding word. Many books raise it only in CSS. */
function raised(note: Element): Element {
  const sup = makeElement('sup');
  defaultTreeAdapter.appendChild(sup, note);
  return sup;
}

function isRaised(note: Element): boolean {
  const inner = findAll(note, (element) => element.tagName === 'sup');
  return inner.length > 0 || note.parentNode?.nodeName === 'sup';
}

/** Collapses white space, because indentation of the source adds thousands of invisible bytes per chapter. */
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
