import { parseHeading } from '../headings/parse.ts';
import { type Line, RULE, SENTENCE_END } from './lines.ts';
import {
  AUTHOR_SUFFIX,
  BY,
  BY_BEFORE_NAME,
  FIELD_NAMES,
  type Field,
  TRANSLATOR_BEFORE_NAME,
  TRANSLATOR_SUFFIX,
} from './title-page-words.ts';

/** Metadata at the beginning of a text. */
export interface FrontMatter {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** The text without the metadata. */
  readonly lines: Line[];
}

/** Match fields such as "Author: Mara Lind" and "【书名】：渡口". */
const FIELD_PATTERNS = FIELD_NAMES.map(([field, names]): [Field, RegExp] => [
  field,
  new RegExp(`^[【\\[(（《「]?\\s*(?:${names})\\s*[】\\])）》」]?\\s*[:：]\\s*(.*)$`, 'iu'),
]);
const BY_LINE = new RegExp(`^(?:${BY})(?:\\s+|[:：]\\s*)(\\S.{0,80})$`, 'iu');
const BY_NAME = new RegExp(`^(?:${BY_BEFORE_NAME})(?:\\s+[—–-]\\s+|\\s+|[:：/・]\\s*)(\\S.{0,80})$`, 'iu');
const TRANSLATOR_NAME = new RegExp(
  `^(?:${TRANSLATOR_BEFORE_NAME})(?:\\s+[—–-]\\s+|\\s+|[:：/]\\s*)(\\S.{0,80})$`,
  'iu',
);
/** Matches a name followed by a word for "translated": "林远 译". */
const TRANSLATOR_AFTER = new RegExp(`^(\\S.{0,40}?)\\s*(?:${TRANSLATOR_SUFFIX})$`, 'u');
/** Matches lines of the copyright page. */
const COPYRIGHT =
  /^(?:copyright\b|©|\(c\)\s*\d{4}|all rights reserved|isbn\b|published by\b|版权所有|版權所有|todos los derechos|tous droits|alle rechte)/iu;
/** Matches a name followed by a word for "written by": "林远 著", "山田太郎 著", "김하늘 지음". */
const BY_AFTER = new RegExp(`^(\\S.{0,40}?)\\s*(?:${AUTHOR_SUFFIX})$`, 'u');
const QUOTED_TITLE =
  /^[《『「【]\s*([^》』」】]{1,60})\s*[》』」】]\s*(?:全集|全本|完本|全文|TXT|txt)?\s*(?:[(（]?\s*(?:作者[:：]\s*)?([^()（）]{1,30})[)）]?)?$/u;

const MAX_TITLE_CHARACTERS = 120;
/** Number of lines at the beginning that may contain fields. A later line such as "Status: …" is text. */
const MAX_HEAD_LINES = 60;
/** The same for a text without headings. Its title is only recognised by fields or by a line "by …". */
const MAX_UNTITLED_LINES = 12;

/** Reads title, author and other fields above the first heading, and removes their lines. @param heading index of the first heading; undefined if there is none */
export function readFront(lines: readonly Line[], heading: number | undefined): FrontMatter {
  const end = heading ?? MAX_UNTITLED_LINES;
  const limit = Math.min(end, MAX_HEAD_LINES, lines.length);
  const usedLines = new Set<number>();
  const fields = new Map<Field, string>();
  for (let at = 0; at < limit; at += 1) {
    const text = lines[at]?.text ?? '';
    const field = fieldOf(text);
    if (!field) continue;
    usedLines.add(at);
    const value = field.value || (field.name === 'description' ? '' : followingLine(lines, at, limit, usedLines));
    if (!fields.has(field.name)) fields.set(field.name, value);
    if (field.name === 'description')
      fields.set('description', takeDescription(lines, at, { limit, used: usedLines, value }));
  }
  for (let at = 0; at < limit; at += 1) {
    const text = lines[at]?.text ?? '';
    if (COPYRIGHT.test(text) || (at > 0 && isTranslatorLine(text))) usedLines.add(at);
  }
  const head = Array.from({ length: limit }, (_, at) => at).filter(
    (at) => lines[at]?.text !== '' && !usedLines.has(at),
  );
  const titlePage = titleLines(lines, head, fields, heading !== undefined);
  for (const at of titlePage.used) usedLines.add(at);
  return {
    // Some texts mark their title like Markdown.
    title: (fields.get('title') || titlePage.title)?.replace(/^#{1,6}\s+(?=\S)/, ''),
    author: fields.get('author') || titlePage.author,
    description: fields.get('description') || undefined,
    tags: (fields.get('tags') ?? '')
      .split(/[,，、;/|]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    lines: lines.filter((_, at) => !usedLines.has(at)),
  };
}

function fieldOf(text: string): { name: Field; value: string } | undefined {
  if (text === '' || text.length > 2000) return undefined;
  for (const [name, pattern] of FIELD_PATTERNS) {
    const match = pattern.exec(text);
    if (match) return { name, value: (match[1] ?? '').trim() };
  }
  return undefined;
}

function followingLine(lines: readonly Line[], at: number, limit: number, usedLines: Set<number>): string {
  const next = lines[at + 1]?.text ?? '';
  if (at + 1 >= limit || next === '' || next.length > MAX_TITLE_CHARACTERS) return '';
  usedLines.add(at + 1);
  return next;
}

interface Place {
  readonly limit: number;
  readonly used: Set<number>;
  readonly value: string;
}

/** Returns a description, which ends before the next field, rule or heading. */
function takeDescription(lines: readonly Line[], at: number, { limit, used: usedLines, value }: Place): string {
  const texts = value === '' ? [] : [value];
  for (let next = at + 1; next < limit; next += 1) {
    const text = lines[next]?.text ?? '';
    if (RULE.test(text) || fieldOf(text) || (text !== '' && parseHeading(text))) break;
    usedLines.add(next);
    if (text !== '') texts.push(text);
  }
  return texts.join('\n\n');
}

interface TitlePage {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly used: readonly number[];
}

/** Finds the title and the author in the first lines. */
function titleLines(
  lines: readonly Line[],
  head: readonly number[],
  fields: ReadonlyMap<Field, string>,
  isHeaded: boolean,
): TitlePage {
  const texts = head.map((at) => lines[at]?.text ?? '');
  const [first = '', second = ''] = texts;
  const [one = -1, two = -1] = head;
  const quoted = QUOTED_TITLE.exec(first);
  if (quoted)
    return {
      title: quoted[1],
      author: quoted[2] ?? authorOf(second)?.name,
      used: authorOf(second) ? [one, two] : [one],
    };
  const hasTitle = Boolean(fields.get('title'));
  const byline = texts.slice(0, 5).findIndex((text, index) => (index > 0 || hasTitle) && authorOf(text) !== undefined);
  if (byline >= 0 && texts.slice(0, byline).every(isTitleLine)) {
    const author = authorOf(texts[byline] ?? '')?.name;
    return { title: byline === 0 ? undefined : first, author, used: head.slice(0, byline + 1) };
  }
  const by = texts.slice(0, 6).findIndex((text) => /^(?:by|von|par|por|di|door|автор)$/iu.test(text));
  if (by > 0 && texts.slice(0, by).every(isTitleLine) && isTitleLine(texts[by + 1] ?? ''))
    return { title: first, author: texts[by + 1], used: head.slice(0, by + 2) };
  const block = firstBlock(lines, head);
  const name = texts[block - 1] ?? '';
  if (isHeaded && block > 1 && block <= 3 && texts.slice(0, block).every(isTitleLine) && isName(name))
    return { title: first, author: name, used: head.slice(0, block) };
  const hasFields = fields.has('author') || fields.has('title');
  if (hasFields && fields.get('title')) {
    // The title is repeated above its fields.
    return { title: undefined, author: undefined, used: first === fields.get('title') ? [one] : [] };
  }
  if (hasFields && isTitleLine(first)) return { title: first, author: undefined, used: [one] };
  if (!isHeaded || head.length === 0 || head.length > 3 || !texts.every(isTitleLine))
    return { title: undefined, author: undefined, used: [] };
  // Russian and Ukrainian books name their author first.
  if (/^\p{Script=Cyrillic}/u.test(first) && isName(first) && !isName(second) && head.length > 1)
    return { title: second, author: first, used: [one, two] };
  if (head.length === 1) return { title: first, author: undefined, used: [one] };
  return isName(texts.at(-1) ?? '')
    ? { title: first, author: texts.at(-1), used: [...head] }
    : { title: first, author: undefined, used: [one] };
}

/** Returns the number of lines before the first empty line of the front matter. */
function firstBlock(lines: readonly Line[], head: readonly number[]): number {
  const end = head.findIndex((at, index) => index > 0 && (lines[at - 1]?.text ?? '') === '');
  return end < 0 ? head.length : end;
}

export function authorOf(text: string): { name: string } | undefined {
  const before = BY_NAME.exec(text)?.[1]?.trim() ?? '';
  if (areNames(before)) return { name: before };
  const name = (BY_LINE.exec(text) ?? BY_AFTER.exec(text))?.[1]?.trim();
  if (!name || (/[.!?。！？]$/u.test(name) && !/\b\p{Lu}\.$|\bJr\.$/u.test(name))) return undefined;
  return { name: name.replace(/^[:：]\s*/, '') };
}

const isTranslatorLine = (text: string) =>
  [TRANSLATOR_NAME, TRANSLATOR_AFTER].some((pattern) => areNames(pattern.exec(text)?.[1]?.trim() ?? ''));

const BETWEEN_NAMES = /\s*[,，、;&]\s*|\s+(?:and|und|et|y|e|en|i|и|та|ve|dan|at|và|و)\s+/iu;

/** Whether a text is one or more names. */
const areNames = (text: string) => text.split(BETWEEN_NAMES).every((name) => isName(name) || isCaselessName(name));

/** Whether a text is a name of up to four words in a script without capitals. */
const isCaselessName = (text: string) =>
  /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{M}׳״'’.-]{2,24}(?:\s[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{M}׳״'’.-]{1,24}){0,3}$/u.test(
    text,
  );

const isTitleLine = (text: string) =>
  text !== '' &&
  text.length <= MAX_TITLE_CHARACTERS &&
  !/[,;，；、:：]$/u.test(text) &&
  !(SENTENCE_END.test(text) && text.split(/\s+/u).length > 6) &&
  !/[。.]$/u.test(text);

/** Whether a text is a name: "Anna Leśna", "J. R. Ward", "林远". A name has up to four words, each with a capital. */
const isName = (text: string) =>
  /^(?:\p{Lu}[\p{L}\p{M}.'’-]*)(?:\s+(?:(?:de|da|di|van|von|der|den|la|le|y|e|al|el|bin|ibn)\s+)?\p{Lu}[\p{L}\p{M}.'’-]*){1,3}$/u.test(
    text,
  ) ||
  /^[\p{Script=Han}\p{Script=Hangul}·・]{2,6}$/u.test(text) ||
  JAPANESE_NAME.test(text);

/** Matches Japanese names: "山田ユキ", "宮部 みゆき", "ルイス・キャロル". Unlike titles, they contain no particles. */
const JAPANESE_NAME =
  /^(?:[\p{Script=Han}々]{1,4}[ \u3000]?(?:[\p{Script=Han}々]{1,4}|[\p{Script=Katakana}ー]{2,6}|(?!\p{Script=Hiragana}*[のをはがにで])\p{Script=Hiragana}{2,6})|[\p{Script=Katakana}ー]{1,10}(?:・[\p{Script=Katakana}ー]{1,10}){1,3})$/u;
