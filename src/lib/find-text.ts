import { fold } from './fold-letters.ts';

/** A passage of a text: UTF-16 units from the start of the text, the end excluded. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
}

interface Folded {
  readonly text: string;
  /** For each unit of `text` where in the original the character begins that it stands for; one more for the end. */
  readonly at: readonly number[];
}

/** Signs that are written in several ways. */
const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '\u00ad': '',
};

const known = new Map<string, string>();

/** One folded character. White space of any kind is a space. */
function foldCharacter(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const plain = SIGNS[character] ?? fold(character);
  const folded = /^\s+$/u.test(plain) ? ' ' : plain;
  if (known.size < 20_000) known.set(character, folded);
  return folded;
}

function foldText(original: string): Folded {
  const at: number[] = [];
  const pieces: string[] = [];
  let index = 0;
  let isSpace = false;
  for (const character of original) {
    const folded = foldCharacter(character);
    if (folded !== ' ' || !isSpace) {
      pieces.push(folded);
      for (let unit = 0; unit < folded.length; unit += 1) at.push(index);
    }
    isSpace = folded === ' ';
    index += character.length;
  }
  at.push(original.length);
  return { text: pieces.join(''), at };
}

/** What is looked for, folded; empty where nothing of it is left. */
const wanted = (keyword: string) => foldText(keyword.trim()).text;

/** Every place of a word or phrase in a text, without regard to case, marks and the kind of quotes and spaces. */
export function findText(text: string, keyword: string, most = 10_000): TextMatch[] {
  const needle = wanted(keyword);
  const found: TextMatch[] = [];
  if (needle === '') return found;
  const folded = foldText(text);
  for (let place = folded.text.indexOf(needle); place >= 0 && found.length < most; ) {
    const start = folded.at[place] ?? 0;
    const end = folded.at[place + needle.length] ?? text.length;
    found.push({ start, end: withoutSpace(text, start, end) });
    place = folded.text.indexOf(needle, place + needle.length);
  }
  return found;
}

/** A run of spaces is one in the folded text, so that the end may stand behind the others. */
function withoutSpace(text: string, start: number, end: number): number {
  const passage = text.slice(start, end);
  return /\s\s$/u.test(passage) ? start + passage.trimEnd().length : end;
}

/** Some characters before and after a place, cut at words and never inside a character. */
export function around(
  text: string,
  { start, end }: TextMatch,
  room = 60,
): { before: string; match: string; after: string } {
  const before = text
    .slice(Math.max(0, start - room), start)
    .replace(start > room ? /^[\uDC00-\uDFFF]|^\S*\s/ : /^\s+/, '');
  const after = text.slice(end, end + room).replace(end + room < text.length ? /\s\S*$|[\uD800-\uDBFF]$/ : /\s+$/, '');
  return { before: oneLine(before), match: oneLine(text.slice(start, end)), after: oneLine(after) };
}

const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ');
