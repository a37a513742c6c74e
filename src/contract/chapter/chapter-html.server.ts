import { type Token, Tokenizer } from 'parse5';
import sanitize from 'sanitize-html';
import { MAX_CHAPTER_DEPTH } from '#src/lib/html-limits.ts';
import { bookHref, type ChapterAddresses, ID_PREFIX } from './book-href.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedClasses } from './chapter-markup.ts';
import { formatSrcset, PICTURE_SIZES, parseSrcset } from './picture-sources.ts';

const TAGS = [...ALLOWED_TAGS, 'section', 'div'];

const ATTRIBUTES: Record<string, string[]> = {
  ...ALLOWED_ATTRIBUTES,
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
};

/** A path on this site; two slashes would name another host. */
const OWN_PATH = /^\/(?![/\\])/;
/** What a link or picture may point to. */
const ADDRESS = /^(https:\/\/|#|\/(?![/\\]))/;

/**
 * Name given to a picture that cannot be shown. It is not an allowed element, so the sanitiser drops it. The sanitiser's
 * own filter would copy the whole text for each dropped picture.
 */
export const NO_PICTURE = 'no-picture';

/**
 * Returns chapter HTML that is safe to insert into a page: only text markup, whatever the source. The result is parsed
 * again as a check. Takes linear time for HTML within the depth that the contract allows (html-limits.ts); elements
 * nested more deeply are removed.
 * @throws Error if anything other than text markup is left
 */
export function safeChapterHtml(html: string, { mediaUrl, chapterHref }: ChapterAddresses): string {
  const clean = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    disallowedTagsMode: 'discard',
    nestingLimit: MAX_CHAPTER_DEPTH,
    transformTags: {
      h1: 'h2',
      '*': (tagName, attribs) => ({ tagName, attribs: commonAttributes(attribs) }),
      a: (tagName, { href = '', ...attribs }) => ({ tagName, attribs: linkAttributes(href, attribs, chapterHref) }),
      img: (tagName, attribs) => picture(tagName, pictureAttributes(attribs, mediaUrl)),
    },
  });
  verify(clean);
  return clean;
}

function commonAttributes({ id, class: classes = '', ...attribs }: Record<string, string>): Record<string, string> {
  const allowed = allowedClasses(classes);
  return { ...attribs, ...(id && { id: ID_PREFIX + id }), ...(allowed !== undefined && { class: allowed }) };
}

/**
 * Changes links to point into the book, or marks them as external. Keeps a link without an address, because it may be
 * an anchor.
 */
function linkAttributes(
  href: string,
  { rel: _rel, ...attribs }: Record<string, string>,
  chapterHref: (id: number) => string,
): Record<string, string> {
  const inside = bookHref(href, chapterHref);
  if (inside !== undefined) return { ...attribs, href: inside };
  return href.startsWith('https://') ? { ...attribs, href, rel: 'nofollow ugc noopener' } : attribs;
}

const picture = (tagName: string, attribs: Record<string, string>) =>
  ADDRESS.test(attribs['src'] ?? '') ? { tagName, attribs } : { tagName: NO_PICTURE, attribs: {} };

/** Makes pictures load lazily. A picture with a `srcset` loads in the width of the column. */
function pictureAttributes(
  { src = '', srcset = '', sizes: _sizes, alt = '', ...attribs }: Record<string, string>,
  mediaUrl: (url: string) => string,
): Record<string, string> {
  const addressOf = (url: string) => (OWN_PATH.test(url) ? mediaUrl(url) : url);
  const candidates = parseSrcset(srcset).map(({ url, width }) => ({ url: addressOf(url), width }));
  const hasSrcset = candidates.length > 0 && candidates.every(({ url }) => ADDRESS.test(url));
  return {
    ...attribs,
    src: addressOf(src),
    ...(hasSrcset && { srcset: formatSrcset(candidates), sizes: PICTURE_SIZES }),
    loading: 'lazy',
    alt,
  };
}

/**
 * Only tokenises, because building a tree as browsers do takes quadratic time for paragraphs in unclosed elements.
 * @throws Error if anything other than text markup is left
 */
function verify(html: string): void {
  const ignore = () => {};
  const refuse = () => {
    throw new Error('the sanitiser let a comment or declaration through');
  };
  const onStartTag = ({ tagName, attrs }: Token.TagToken) => {
    if (!TAGS.includes(tagName)) throw new Error(`the sanitiser let <${tagName}> through`);
    for (const { name, value } of attrs) verifyAttribute(tagName, name, value);
  };
  const handler = {
    onStartTag,
    onEndTag: ignore,
    onComment: refuse,
    onDoctype: refuse,
    onEof: ignore,
    onCharacter: ignore,
    onNullCharacter: ignore,
    onWhitespaceCharacter: ignore,
  };
  new Tokenizer({}, handler).write(html, true);
}

function verifyAttribute(tag: string, name: string, value: string): void {
  const allowed = [...(ATTRIBUTES['*'] ?? []), ...(ATTRIBUTES[tag] ?? [])].includes(name);
  const isInvalid =
    !addressesIn(name, value).every((address) => ADDRESS.test(address)) ||
    (name === 'class' && allowedClasses(value) !== value);
  if (!allowed || isInvalid) {
    throw new Error(`the sanitiser let ${name}="${value}" on <${tag}> through`);
  }
}

/** The addresses in an attribute. If a `srcset` cannot be parsed, a single empty address. */
function addressesIn(name: string, value: string): string[] {
  if (name !== 'srcset') return name === 'href' || name === 'src' ? [value] : [];
  const addresses = parseSrcset(value).map(({ url }) => url);
  return addresses.length > 0 ? addresses : [''];
}
