import { storableText } from '#src/lib/storable-text.ts';
import type { TextLocator } from '../position/blocks.ts';

/** The target of the fragment in a chapter's address. */
export type TextTarget =
  | { readonly kind: 'passage'; readonly start: TextLocator; readonly end: TextLocator }
  | { readonly kind: 'word'; readonly word: string };

const PLACE = /^(\d{1,7})\.(\d{1,7})\.([\da-f]{8})$/;
/**
 * Number of words at each end that identify a long passage; in scripts without spaces, the number of characters. A
 * passage of up to twice this length is included as a whole.
 */
const ENDS = { words: 6, characters: 12 };

/**
 * The fragment of a link to a passage. Its first part is specific to this site, and also finds the passage in an edited
 * chapter. Its second part is a text fragment (WICG scroll-to-text-fragment), which works without JavaScript.
 */
export function passageFragment(start: TextLocator, end: TextLocator, text: string): string {
  return `#at=${written(start)}-${written(end)}:~:text=${textDirective(text)}`;
}

export const locatorFragment = (place: TextLocator): string => `#at=${written(place)}-${written(place)}`;

export const wordFragment = (word: string): string => `#find=${encodeURIComponent(storableText(word))}`;

/**
 * Parses the fragment of a chapter's address.
 * @param hash the address's fragment; browsers that support text fragments have removed the part after `:~:`
 */
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

/** Escapes a text for a text directive, in which hyphens and commas have a meaning. */
const escaped = (text: string) => encodeURIComponent(storableText(text)).replaceAll('-', '%2D').replaceAll(',', '%2C');
