import { parseFragment } from 'parse5';
import sanitize from 'sanitize-html';
import { textOf } from '#src/api/epub/tree.ts';
import type { ChapterAddresses } from '#src/contract/chapter/book-href.ts';
import { NO_PICTURE, safeChapterHtml } from '#src/contract/chapter/chapter-html.server.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedClasses } from '#src/contract/chapter/chapter-markup.ts';
import { countWords } from '#src/lib/count-words.ts';

const ATTRIBUTES = { ...ALLOWED_ATTRIBUTES, img: ['src', 'srcset', 'alt', 'width', 'height'] };

/** Elements removed with their content. Other disallowed elements are replaced by their children. */
const DROPPED_TAGS = [
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'textarea',
];

/** Matches allowed links: to a place in the chapter, to another chapter of the book, or to another site. */
const LINK = /^(?:#[\w-]+|chapter:\d{1,15}(?:#[\w-]+)?|https:\/\/[^\s"'<>\\]+)$/;
const PICTURE = /^\/media\/pictures\/[\w.-]+(?:\?w=\d{1,4})?$/;
const CANDIDATES = /^(?:\/media\/pictures\/[\w.-]+(?:\?w=\d{1,4})? \d{1,5}w(?:, )?)+$/;

const VALUES: Readonly<Record<string, RegExp>> = {
  href: LINK,
  src: PICTURE,
  srcset: CANDIDATES,
  width: /^\d{1,5}$/,
  height: /^\d{1,5}$/,
  id: /^[\w-]{1,100}$/,
  lang: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/,
  dir: /^(?:ltr|rtl|auto)$/,
};

/** Sanitises typed or pasted HTML to the form in which chapters are stored. */
export function storedChapterHtml(html: string): string {
  return sanitize(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['https', 'chapter'],
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_TAGS,
    disallowedTagsMode: 'discard',
    transformTags: { h1: 'h2', h5: 'h4', h6: 'h4', div: 'p', '*': withCheckedAttributes },
  }).trim();
}

function withCheckedAttributes(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const checked = Object.entries(attribs).flatMap(([name, value]): [string, string][] => {
    if (name === 'rel') return [];
    if (name !== 'class') return VALUES[name]?.test(value) === false ? [] : [[name, value]];
    const classes = allowedClasses(value);
    return classes === undefined ? [] : [[name, classes]];
  });
  const result: sanitize.Attributes = Object.fromEntries(checked);
  if (result['href']?.startsWith('https:')) result['rel'] = 'nofollow noopener external';
  if (tagName === 'img' && result['src'] === undefined) return { tagName: NO_PICTURE, attribs: {} };
  if (tagName === 'img') result['alt'] ??= '';
  return { tagName, attribs: result };
}

/** Number of words, or of characters in scripts without spaces between words. */
export const wordsIn = (html: string): number => countWords(textOf(parseFragment(html)));

/**
 * The text as readers see it. Links to chapters become fragments of the page, because the preview shows only one
 * chapter.
 */
export function previewHtml(html: string): string {
  const addresses: ChapterAddresses = { mediaUrl: (url) => url, chapterHref: (id) => `#chapter-${id}` };
  return safeChapterHtml(storedChapterHtml(html), addresses);
}
