import { storableText } from '#src/lib/storable-text.ts';
import type { TextLocator } from '../position/blocks.ts';

/** What the fragment of a chapter's address points to. */
export type TextTarget =
  | { readonly kind: 'passage'; readonly start: TextLocator; readonly end: TextLocator }
  | { readonly kind: 'word'; readonly word: string };

const PLACE = /^(\d{1,7})\.(\d{1,7})\.([\da-f]{8})$/;
/**
 * A passage longer than twice this length is identified by its first and last words, or characters in a script without
 * spaces.
 */
const ENDS = { words: 6, characters: 12 };

/**
 * Fragment of a link to a passage. The first part is the site's own and also locates the passage in an edited chapter.
 * The text fragment (WICG scroll-to-text-fragment) works without JavaScript.
 */
export function passageFragment(start: TextLocator, end: TextLocator, text: string): string {
  return `#at=${written(start)}-${written(end)}:~:text=${textDirective(text)}`;
}

export const locatorFragment = (place: TextLocator): string => `#at=${written(place)}-${written(place)}`;

export const wordFragment = (word: string): string => `#find=${encodeURIComponent(storableText(word))}`;

/** @param hash of the page's address. Browsers that support text fragments remove them from it. */
export function readFragment(hash: string): TextTarget | null {
  const [own = ''] = hash.split(':~:');
  if (own.startsWith('#find=')) return wordOf(own.slice(6));
  const [start, end] = own.startsWith('#at=') ? own.slice(4).split('-').map(read) : [];
  return start && end ? { kind: 'passage', start, end } : null;
}

function wordOf(text: string): TextTarget | null {
  try {
    const word = decodeURIComponent(text).trim();
    return word === '' ? null : { kind: 'word', word };
  } catch {
    return null;
  }
}

const written = ({ block, offset, hash }: TextLocator) => `${block}.${offset}.${hash}`;

function read(text: string): TextLocator | null {
  const [, block, offset, hash] = PLACE.exec(text) ?? [];
  return hash === undefined ? null : { block: Number(block), offset: Number(offset), hash };
}

function textDirective(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const spaced = line.split(' ');
  const [units, size, joint] = spaced.length > 1 ? [spaced, ENDS.words, ' '] : [[...line], ENDS.characters, ''];
  if (units.length <= size * 2) return escaped(line);
  return `${escaped(units.slice(0, size).join(joint))},${escaped(units.slice(-size).join(joint))}`;
}

/** Also escapes hyphens and commas, which are syntax in a text directive. */
const escaped = (text: string) => encodeURIComponent(storableText(text)).replaceAll('-', '%2D').replaceAll(',', '%2C');
