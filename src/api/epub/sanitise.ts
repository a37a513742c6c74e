import sanitizeHtml from 'sanitize-html';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, ATTRIBUTE_VALUES, DROPPED_TAGS, EXTERNAL_REL } from './markup.ts';

/** Leaves only what `markup.ts` allows; unknown elements give way to their children, dangerous ones vanish whole. */
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
    exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs['src'] === undefined,
  }).trim();
}

function checkedAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const kept = Object.entries(attribs).filter(([name, value]) => ATTRIBUTE_VALUES[name]?.test(value) ?? true);
  const result: sanitizeHtml.Attributes = Object.fromEntries(kept.filter(([name]) => name !== 'rel'));
  if (result['href']?.startsWith('https:')) result['rel'] = EXTERNAL_REL;
  if (tagName === 'img') result['alt'] ??= '';
  return { tagName, attribs: result };
}
