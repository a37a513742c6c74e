import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import sanitize from 'sanitize-html';

const TAGS = [
  ...[
    'p',
    'h2',
    'h3',
    'h4',
    'em',
    'strong',
    'i',
    'b',
    'small',
    'sup',
    'sub',
    'br',
    'hr',
    'blockquote',
    'ul',
    'ol',
    'li',
  ],
  ...['dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'img'],
  ...['a', 'ruby', 'rt', 'rp', 'span', 'cite', 'q', 'abbr', 'code', 'pre', 'section', 'div'],
];

const ATTRIBUTES: Record<string, string[]> = {
  '*': ['id', 'lang', 'dir'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start'],
};

/** A path of this site; two slashes would name another host. */
const OWN_PATH = /^\/(?![/\\])/;
/** What a link or picture may point to. */
const ADDRESS = /^(https:\/\/|#|\/(?![/\\]))/;

/**
 * Chapter text that may stand in a page: only text markup is left of it, whoever wrote it, and the result is parsed
 * again to be sure.
 * @param mediaUrl gives a picture's address below the prefix its full path
 */
export function safeChapterHtml(html: string, mediaUrl: (url: string) => string): string {
  const clean = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    disallowedTagsMode: 'discard',
    transformTags: {
      h1: 'h2',
      a: (tagName, { href = '', ...attribs }) => ({ tagName, attribs: linkAttributes(href, attribs) }),
      img: (tagName, { src = '', ...attribs }) => ({
        tagName,
        attribs: {
          ...attribs,
          src: OWN_PATH.test(src) ? mediaUrl(src) : src,
          loading: 'lazy',
          alt: attribs['alt'] ?? '',
        },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ADDRESS.test(attribs['src'] ?? ''),
  });
  verify(clean);
  return clean;
}

/** Links stay inside the chapter, or go out marked as somebody else's. */
function linkAttributes(href: string, attribs: Record<string, string>): Record<string, string> {
  if (href.startsWith('#')) return { ...attribs, href };
  return href.startsWith('https://') ? { ...attribs, href, rel: 'nofollow ugc noopener' } : {};
}

/** @throws Error when something other than text markup came through */
function verify(html: string): void {
  const pending: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(html).childNodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!('tagName' in node)) continue;
    if (!TAGS.includes(node.tagName)) throw new Error(`<${node.tagName}> came through the sanitiser`);
    for (const { name, value } of node.attrs) verifyAttribute(node.tagName, name, value);
    pending.push(...node.childNodes);
  }
}

function verifyAttribute(tag: string, name: string, value: string): void {
  const allowed = [...(ATTRIBUTES['*'] ?? []), ...(ATTRIBUTES[tag] ?? [])].includes(name);
  const isAddress = name === 'href' || name === 'src';
  if (!allowed || (isAddress && !ADDRESS.test(value))) {
    throw new Error(`${name}="${value}" on <${tag}> came through the sanitiser`);
  }
}
