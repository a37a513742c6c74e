import {
  LABEL_ARROW as ARROW,
  LABEL_CJK_NUMBER as CJK_NUMBER,
  LABEL_CJK_WORD as CJK_WORD,
  LABEL_CLOSE as CLOSE,
  isNoteLabel,
  LABEL_NUMBER as NUMBER,
  normalizedLabel as normalized,
  LABEL_OPEN as OPEN,
  LABEL_WORD as WORD,
} from '#src/lib/note-label.ts';
import { romanValue } from '../manuscript/headings/numerals.ts';
import { attribute, childrenOf, type Element, findAll, isElement, isText, type Node, nodesOf, textOf } from './tree.ts';

const SYMBOLS = '[*†‡§¶※]{1,4}';
/** Matches the label at the beginning of a note, with the character after it. */
const START = new RegExp(
  String.raw`^(${OPEN}?)\s*${ARROW}(${WORD}?(?:${NUMBER})|${WORD}${CJK_NUMBER}|${CJK_WORD}|${SYMBOLS})(\s*${CLOSE}|[.:)、．]|\s|$)?(.?)`,
  'iu',
);
const SYMBOL = new RegExp(`^${OPEN}?${SYMBOLS}${CLOSE}?$`, 'u');
const BRACKETED = new RegExp(`^${OPEN}.*${CLOSE}$`, 'u');

/** Whether a label is a symbol such as "*". */
export const isSymbolLabel = (label: string): boolean => SYMBOL.test(normalized(label));

/** Whether a label has brackets, such as "[1]". */
export const isBracketedLabel = (label: string): boolean => BRACKETED.test(normalized(label));

/** The number, letter or symbol of a label, without words and brackets. */
const coreOf = (label: string) =>
  normalized(label)
    .toLowerCase()
    .replaceAll(/[[\](){}〔〕【】〈〉<>.:、．←↑^\s]/gu, '')
    .replace(new RegExp(`^${WORD}(?=.)`, 'iu'), '');

/** Whether a text is only the label of a link: "1." for the link "[1]". */
export const isSameLabel = (text: string, label: string): boolean =>
  coreOf(label) !== '' && isNoteLabel(text) && coreOf(text) === coreOf(label);

/** Whether a block begins with the label of a link. A word such as "a" or "I" is not a label. */
export function beginsWithLabel(block: Element, label: string): boolean {
  const first = [...nodesOf(block)].filter(isText).find(({ value }) => value.trim() !== '');
  const isAlone = first !== undefined && first.parentNode !== block && isSameLabel(textOf(first), label);
  const [, open = '', core = '', end = '', next = ''] = START.exec(normalized(textOf(block))) ?? [];
  if (coreOf(label) === '' || (!isAlone && coreOf(core) !== coreOf(label))) return false;
  const isMark = isAlone || isSymbolLabel(core) || (open !== '' && end !== '') || /[.:)、．]/u.test(end);
  return isMark || (/\d/.test(core) && (end !== '' || next === '' || !/[\p{L}\p{N}]/u.test(next)));
}

const LETTERS = /(?:^|\s)text-list-(?:lower|upper)-alpha(?:\s|$)/;
const ROMAN = /(?:^|\s)text-list-(?:lower|upper)-roman(?:\s|$)/;

/** Whether a label is the number that an item of an ordered list shows. */
export function isNumberOfItem(item: Element, label: string): boolean {
  const list = item.parentNode;
  if (item.tagName !== 'li' || !list || !isElement(list) || list.tagName !== 'ol') return false;
  if (list.attrs.some(({ name }) => name === 'reversed')) return false;
  const style = attribute(list, 'class');
  const core = coreOf(label);
  const value = ROMAN.test(style)
    ? romanValue(core)
    : LETTERS.test(style)
      ? /^[a-z]$/.test(core) && core.charCodeAt(0) - 96
      : Number(/^\d+$/.exec(core)?.[0]);
  return value === numberOf(item, list);
}

function numberOf(item: Element, list: Element): number {
  let number = Number(attribute(list, 'start') || 1) - 1;
  for (const other of childrenOf(list)) {
    if (!isElement(other) || other.tagName !== 'li') continue;
    const own = attribute(other, 'value');
    number = own === '' ? number + 1 : Number(own);
    if (other === item) break;
  }
  return number;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/**
 * Whether a link is attached to the word or punctuation mark before it and not to a word after it, as references are,
 * but links within a sentence are not: "the weir1 was" but not "see step 1" or "p.12".
 */
export function isAttached(link: Element, block: Element): boolean {
  const before = textBefore(link, block);
  const after = textOf(block).slice(before.length + textOf(link).length);
  if (/\[\s*$/.test(before) && /^\s*\]/.test(after)) return true;
  if (CJK.test(before) || /^[\p{L}\p{N}]/u.test(after)) return false;
  return /(?:\p{L}{2}|\p{L}{2}[.,;:]|[!?”’"'»)…—])$/u.test(before) && !/(?:^|\s)\p{L}{1,3}\.$/u.test(before);
}

/** Returns the text of a block before a link in it. */
export function textBefore(link: Element, block: Node): string {
  const inside = new Set<Node>([link, ...findAll(link, () => true)]);
  const parts: string[] = [];
  for (const node of nodesOf(block)) {
    if (inside.has(node)) break;
    if (isText(node)) parts.push(node.value);
  }
  return parts.join('');
}
