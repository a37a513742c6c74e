import { html, parseFragment } from 'parse5';
import { EpubError } from './errors.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, ATTRIBUTE_VALUES, EXTERNAL_REL } from './markup.ts';
import { attribute, type Element, isElement, isText, type Node, nodesOf } from './tree.ts';

const TAGS = new Set(ALLOWED_TAGS);

/**
 * Reads sanitised HTML the way a browser does, and refuses what should not be there: sanitiser and browser do not always
 * agree about where an element ends.
 */
export function verify(chapterHtml: string, title: string): void {
  const fragment = parseFragment(chapterHtml);
  for (const node of nodesOf(fragment)) {
    const fault = node === fragment ? undefined : faultOf(node);
    if (fault !== undefined) {
      throw new EpubError(
        'unsafe',
        `"${title}" still holds ${fault} after cleaning, so the book is not imported. Open it in an EPUB editor and remove that.`,
      );
    }
  }
}

function faultOf(node: Node): string | undefined {
  if (isText(node)) return undefined;
  if (!isElement(node)) return 'a comment or declaration';
  if (!TAGS.has(node.tagName) || node.namespaceURI !== html.NS.HTML) return `a <${node.tagName}> element`;
  const bad = node.attrs.find(({ name, value }) => !isAllowed(node.tagName, name, value));
  if (bad) return `an attribute ${bad.name} on <${node.tagName}>`;
  return hasFaultyLink(node) ? 'a link that leaves the site unmarked' : undefined;
}

function isAllowed(tag: string, name: string, value: string): boolean {
  const listed = ALLOWED_ATTRIBUTES['*']?.includes(name) || ALLOWED_ATTRIBUTES[tag]?.includes(name);
  return listed === true && (ATTRIBUTE_VALUES[name]?.test(value) ?? true);
}

function hasFaultyLink(element: Element): boolean {
  const href = attribute(element, 'href');
  return href.startsWith('https:') && (attribute(element, 'rel') !== EXTERNAL_REL || !URL.canParse(href));
}
