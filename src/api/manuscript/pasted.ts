import { parse, parseFragment, serialize } from 'parse5';
import {
  attribute,
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  makeElement,
  textOf,
} from '../epub/tree.ts';
import { checkMarkup } from './markup-limits.ts';
import { createRender } from './render.ts';
import { tidy } from './tidy.ts';

/** Matches the id of the `b` element without bold text that Google Docs puts around everything that it copies. */
const GOOGLE_WRAPPER = /^docs-internal-guid/;
/** The element for a format that a style sheet gives to a part of a line. */
const ELEMENTS: Readonly<Record<string, string>> = { 'text-italic': 'em', 'text-bold': 'strong' };
/** Layout of the copied page that a novel does not need: letter sizes, and distances between paragraphs. */
const PAGE_LAYOUT = /^text-(?:small|smaller|large|regular|upright|close|space|start|pre)$/;

/**
 * Converts HTML that another program has put on the clipboard. Formats that Word and Google Docs express in styles
 * become elements and classes of chapters. The result is not sanitised.
 * @throws ManuscriptError if there are too many elements, or they are nested too deeply
 */
export function pastedHtml(html: string): string {
  checkMarkup(html);
  const page = parse(html);
  const body = findAll(page, ({ tagName }) => tagName === 'body')[0] ?? makeElement('body');
  const sheets = findAll(page, ({ tagName }) => tagName === 'style').map((style) =>
    textOf(style).replaceAll(/<!--|-->/g, ''),
  );
  for (const wrapper of findAll(body, isGoogleWrapper)) wrapper.tagName = wrapper.nodeName = 'div';
  tidy(body);
  const render = createRender(body, sheets, '', undefined, (source) => source);
  // Links within the text keep their target, which the importer would move to another chapter.
  return simplified(render(childrenOf(body), undefined)).replaceAll('href="epub-chapter:0#', 'href="#');
}

const isGoogleWrapper = (element: Element): boolean =>
  element.tagName === 'b' && GOOGLE_WRAPPER.test(attribute(element, 'id'));

function simplified(html: string): string {
  const root = makeElement('div');
  setChildren(root, childrenOf(parseFragment(html)));
  for (const element of findAll(root, () => true)) {
    const classes = attribute(element, 'class')
      .split(' ')
      .filter((name) => name !== '' && !PAGE_LAYOUT.test(name) && !(name === 'text-verse' && !hasLines(element)));
    const formats = element.tagName === 'span' ? classes.filter((name) => name in ELEMENTS) : [];
    for (const name of formats) wrapContent(element, ELEMENTS[name] ?? '');
    const others = classes.filter((name) => !formats.includes(name)).join(' ');
    element.attrs = element.attrs
      .filter(({ name, value }) => name !== 'class' && !(name === 'dir' && value === 'ltr'))
      .concat(others === '' ? [] : [{ name: 'class', value: others }]);
  }
  unwrap(root);
  return serialize(root);
}

/** Word's ordinary paragraphs have no margins, as stanzas of one line do. */
const hasLines = (element: Element): boolean => findAll(element, ({ tagName }) => tagName === 'br').length > 0;

function wrapContent(element: Element, tag: string): void {
  const wrapper = makeElement(tag);
  setChildren(wrapper, element.childNodes);
  setChildren(element, [wrapper]);
}

/** Replaces containers and spans without attributes with their content. */
function unwrap(parent: Element): void {
  const children = childrenOf(parent).flatMap((child) => {
    if (!isElement(child)) return [child];
    unwrap(child);
    const isBreak = child.tagName === 'br' && parent.tagName === 'div';
    return isBreak ? [] : isNeeded(child) ? [child] : childrenOf(child);
  });
  setChildren(parent, children);
}

function setChildren(parent: Element, children: Child[]): void {
  parent.childNodes = children;
  for (const child of children) child.parentNode = parent;
}

const isNeeded = ({ tagName, attrs }: Element): boolean =>
  tagName !== 'div' &&
  tagName !== 'section' &&
  (tagName !== 'span' ||
    attrs.some(({ name, value }) => ['class', 'id', 'lang', 'dir'].includes(name) && value !== ''));
