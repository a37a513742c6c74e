import type { MarkdownIt } from 'markdown-it';
import { type LeftOut, leftOut } from './types.ts';

/** Markdown without the marks that Obsidian adds. */
export interface PlainMarkdown {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
}

/** Maximum length of a comment. Longer text between two marks is more likely part of the book. */
const MAX_COMMENT_CHARACTERS = 4000;
/** Number of characters before a mark that are searched for the beginning of its line. */
const MAX_LOOK_BEHIND = 400;
/** Matches the mark `%%` of comments, but no longer row of percent signs. */
const MARK = /(?<![%\\])%%(?!%)/g;

/** Removes the comments (`%%comment%%`) and block ids (`^id` at the end of a block) of Obsidian. */
export function withoutObsidianMarks(text: string): PlainMarkdown {
  const fences = fencesIn(text);
  const comments = commentsIn(text, fences);
  let from = 0;
  const parts = comments.map(({ start, end }) => {
    const part = text.slice(from, start);
    from = end;
    return part;
  });
  const rest = parts.join('') + text.slice(from);
  const inner = comments.map(({ start, end }) => text.slice(start, end).replaceAll('%%', ' '));
  return { text: withoutBlockIds(rest), leftOut: leftOut('Comments', inner) };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds the comments. A mark without a plausible end is text. */
function commentsIn(text: string, fences: readonly Range[]): Range[] {
  const comments: Range[] = [];
  let opening: number | undefined;
  let fence = 0;
  for (const { index } of text.matchAll(MARK)) {
    while ((fences[fence]?.end ?? Number.POSITIVE_INFINITY) <= index) fence += 1;
    if ((fences[fence]?.start ?? Number.POSITIVE_INFINITY) <= index) continue;
    const comment = opening === undefined ? undefined : commentBetween(text, opening, index);
    if (comment) comments.push(comment);
    opening = comment ? undefined : index;
  }
  return comments;
}

/** Matches a mark after a number, within a word or among signs: "100%% of it", "f%%k", "#%%&". */
const NO_OPENING = /\d\s?%%|[\p{L}\d]%%[\p{L}\d]|[#$&@]%%|%%[#$&@]/u;

/** Returns the range of a comment between two marks; undefined if the text between them is part of the book. */
function commentBetween(text: string, opening: number, closing: number): Range | undefined {
  if (closing - opening > MAX_COMMENT_CHARACTERS) return undefined;
  const end = closing + 2;
  const inner = text.slice(opening + 2, closing);
  const before =
    text
      .slice(Math.max(0, opening - MAX_LOOK_BEHIND), opening)
      .split('\n')
      .at(-1) ?? '';
  const [after = ''] = text.slice(end, end + MAX_COMMENT_CHARACTERS).split('\n', 1);
  if (inner.trim() === '' || NO_OPENING.test(`${before.slice(-2)}%%${inner[0]}`)) return undefined;
  // Within code
  if ((before.split('`').length - 1) % 2 === 1) return undefined;
  const isWithinParagraph = !/\n[ \t]*\n/.test(inner) && !/^[ \t]*\n/.test(inner);
  // Two lines that begin with marks are no comment between them.
  if (isWithinParagraph && /\n[ \t]*$/.test(inner) && after.trim() !== '') return undefined;
  if (isWithinParagraph) return { start: opening, end };
  // A comment of several paragraphs has its own lines. Lines with only `%%` between paragraphs are breaks between scenes.
  const isAlone = before.trim() === '' && after.trim() === '' && isAfterEmptyLine(text, opening - before.length);
  const isTight = !/^[ \t]*\n[ \t]*\n/.test(inner) && !/\n[ \t]*\n[ \t]*$/.test(inner);
  const isClosed = /^[ \t]*(?:\n[ \t]*(?:\n|$)|$)/.test(text.slice(end, end + 200));
  return isAlone && isTight && isClosed ? { start: opening, end } : undefined;
}

const isAfterEmptyLine = (text: string, lineStart: number) =>
  /(?:^|\n)[ \t]*\n$|^$/.test(text.slice(0, lineStart).slice(-200));

/** Returns the ranges of fenced code. */
function fencesIn(text: string): Range[] {
  const fences: Range[] = [];
  let open: { readonly start: number; readonly mark: string } | undefined;
  for (const { 0: line, 1: mark = '', index } of text.matchAll(/^ {0,3}(`{3,}|~{3,}).*$/gm)) {
    if (!open) open = { start: index, mark };
    else if (mark.startsWith(open.mark)) {
      fences.push({ start: open.start, end: index + line.length });
      open = undefined;
    }
  }
  return open ? [...fences, { start: open.start, end: text.length }] : fences;
}

/** Matches the id of a block at its end: a name, or six digits. A single letter or a number may be an exponent. */
const BLOCK_ID = /(^|[^\s^][ \t]+)\^(?=[\da-z-]*[a-z]|\d{6}$)[\da-z][\da-z-]{1,60}[ \t]*$/i;

function withoutBlockIds(text: string): string {
  if (!text.includes('^')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, at) => {
      const next = lines[at + 1]?.trim() ?? '';
      return next === '' || /^(?:[-*+>#]|\d+[.)])/.test(next) ? line.replace(BLOCK_ID, keepText) : line;
    })
    .join('\n');
}

const keepText = (_all: string, before: string) => before.trimEnd();

/** Matches links and embedded files of Obsidian. Names of notes contain no colons, unlike "[[Name: Bo]]" in a story. */
const LINK = /!?\[\[([^[\]|#^:\n]{0,200})((?:[#^][^[\]|\n]{0,200})?)(?:\\?\|([^[\]\n]{0,300}))?\]\]/y;
/** Matches a sign that a text was written in Obsidian. */
const IS_VAULT = /!\[\[[^[\]\n]+\]\]|\[\[[^[\]|#\n]+(?:#[^[\]|\n]+|\|[^[\]|\n]+)\]\]/;
const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;
const SIZE = /^\d+(?:x\d+)?$/;

/** Parses the links of Obsidian, `[[note]]` and `[[note|text]]`, as text, and embedded pictures, `![[picture.png]]`. */
export function obsidianLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'obsidian_link', (state, silent) => {
    const { src, pos } = state;
    if (!src.startsWith('[[', pos) && !src.startsWith('![[', pos)) return false;
    LINK.lastIndex = pos;
    const match = LINK.exec(src);
    const [all = '', target = '', place = '', label] = match ?? [];
    if (!match || (target + place).trim() === '') return false;
    const isEmbedded = all.startsWith('!');
    // "[[Level up]]" alone in a paragraph is a message of a game, if the text has no other links of Obsidian.
    const isMessage = src.trim() === all && !isVault(state.env as Environment);
    if (!isEmbedded && label === undefined && place === '' && isMessage) return false;
    if (!silent && isEmbedded && !PICTURE.test(target.trim()))
      (state.env as Environment).embedded?.push(all.slice(3, -2));
    else if (!silent && isEmbedded) {
      const alt = label?.split('|').find((part) => !SIZE.test(part.trim()));
      const token = state.push('image', 'img', 0);
      token.attrs = [
        ['src', md.normalizeLink(target.trim())],
        ['alt', ''],
      ];
      token.content = alt ?? '';
      token.children = [];
      if (alt !== undefined) state.md.inline.parse(alt, state.md, state.env, token.children);
    } else if (!silent) {
      const text = label?.trim() || nameOf(target) || place.replace(/^#+\^?/, '');
      state.push('text', '', 0).content = text;
    }
    state.pos = pos + all.length;
    return true;
  });
}

/** Returns the name of a note without its folders. */
const nameOf = (target: string) => target.trim().split('/').at(-1)?.replace(/\.md$/i, '') ?? '';

/** State of the parser for one text. */
interface Environment {
  readonly isVault?: boolean;
  /** Embedded notes and files that are not pictures. */
  readonly embedded?: string[];
}

const isVault = (environment: Environment) => environment.isVault === true;

/** Returns the environment for parsing a text with `obsidianLinks`. */
export const obsidianEnvironment = (text: string) => ({ isVault: IS_VAULT.test(text), embedded: [] as string[] });

/** Returns an entry for the notes and files that a text embeds. */
export const leftOutEmbedded = (embedded: readonly string[]): LeftOut[] =>
  leftOut('Embedded notes and files; import them as chapters', embedded).map((entry) => ({ ...entry, isLoss: true }));
