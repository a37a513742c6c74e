import { html, parseFragment } from 'parse5';
import sanitizeHtml from 'sanitize-html';
import { NO_PICTURE } from '#src/contract/chapter/chapter-html.server.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedClasses } from '#src/contract/chapter/chapter-markup.ts';
import { EpubError } from './errors.ts';
import { attribute, type Element, isElement, isText, type Node, nodesOf } from './tree.ts';

/** The `rel` of links to other sites. */
const EXTERNAL_REL = 'nofollow noopener external';

/** Patterns that the values of these attributes must match. Other allowed attributes may have any value. */
const ATTRIBUTE_VALUES: Record<string, RegExp> = {
  lang: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/,
  dir: /^(?:ltr|rtl|auto)$/,
  id: /^b-[\w-]+$/,
  src: /^epub-image:[0-9a-f]{16}$/,
  href: /^(?:#b-[\w-]+|epub-chapter:\d+(?:#b-[\w-]+)?|https:\/\/[^\s"'<>\\]+)$/,
  rel: new RegExp(`^${EXTERNAL_REL}$`),
  value: /^-?\d{1,6}$/,
  start: /^-?\d{1,6}$/,
  reversed: /^(?:reversed)?$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  scope: /^(?:row|col|rowgroup|colgroup)$/,
};

/** Elements that are removed with their content. */
export const DROPPED_TAGS = [
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'video',
  'audio',
  'canvas',
  'svg',
  'textarea',
  'select',
  'option',
  'button',
  'input',
  'title',
  'head',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'dialog',
];

/**
 * Keeps only allowed elements and attributes. Other elements are replaced with their children, except `DROPPED_TAGS`,
 * which are removed with their content.
 */
export function sanitise(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedSchemes: ['https'],
    allowedSchemesByTag: { a: ['https', 'epub-chapter'], img: ['epub-image'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_TAGS,
    disallowedTagsMode: 'discard',
    transformTags: { '*': checkedAttributes },
  }).trim();
}

function checkedAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const validAttributes = Object.entries(attribs).filter(([name, value]) => isValid(name, value));
  const result: sanitizeHtml.Attributes = Object.fromEntries(validAttributes.filter(([name]) => name !== 'rel'));
  if (result['href']?.startsWith('https:')) result['rel'] = EXTERNAL_REL;
  if (tagName === 'img' && result['src'] === undefined) return { tagName: NO_PICTURE, attribs: {} };
  if (tagName === 'img') result['alt'] ??= '';
  return { tagName, attribs: result };
}

const TAGS = new Set(ALLOWED_TAGS);

/**
 * Parses sanitised HTML as a browser does, and throws if it contains anything that is not allowed. This is needed
 * because a sanitiser and a browser may disagree about where an element ends.
 */
export function verify(chapterHtml: string, title: string): void {
  const fragment = parseFragment(chapterHtml);
  for (const node of nodesOf(fragment)) {
    const problem = node === fragment ? undefined : problemOf(node);
    if (problem !== undefined) {
      throw new EpubError(
        'unsafe',
        `"${title}" still contains ${problem} after cleaning, so the book is not imported. Remove it in an EPUB editor.`,
      );
    }
  }
}

function problemOf(node: Node): string | undefined {
  if (isText(node)) return undefined;
  if (!isElement(node)) return 'a comment or declaration';
  if (!TAGS.has(node.tagName) || node.namespaceURI !== html.NS.HTML) return `a <${node.tagName}> element`;
  const bad = node.attrs.find(({ name, value }) => !isAllowed(node.tagName, name, value));
  if (bad) return `an attribute ${bad.name} on <${node.tagName}>`;
  return hasUnmarkedLink(node) ? 'a link that leaves the site unmarked' : undefined;
}

function isAllowed(tag: string, name: string, value: string): boolean {
  const listed = ALLOWED_ATTRIBUTES['*']?.includes(name) || ALLOWED_ATTRIBUTES[tag]?.includes(name);
  return listed === true && isValid(name, value);
}

const isValid = (name: string, value: string): boolean =>
  name === 'class' ? allowedClasses(value) === value : (ATTRIBUTE_VALUES[name]?.test(value) ?? true);

function hasUnmarkedLink(element: Element): boolean {
  const href = attribute(element, 'href');
  return href.startsWith('https:') && (attribute(element, 'rel') !== EXTERNAL_REL || !URL.canParse(href));
}
