import { defaultTreeAdapter } from 'parse5';
import { type Element, findAll, isElement, isText, makeElement, nodesOf, textOf } from '../epub/tree.ts';

/** Maximum length of a line of verse. */
const MAX_LINE_CHARACTERS = 50;
const MIN_LINES = 4;
/** Maximum fraction of lines that end sentences. If there are more, an author has begun each sentence on a new line. */
const MAX_SENTENCE_SHARE = 0.5;
const BLOCK = /^(?:p|div|blockquote)$/;
const INLINE = /^(?:b|cite|em|i|q|small|span|strong|sup|u)$/;
/** Matches a line that begins with a capital letter, possibly after marks. */
const CAPITAL = /^[^\p{L}\p{N}]{0,3}\p{Lu}/u;
const SENTENCE_END = /[.!?…]["'”’»)]*$/u;

/**
 * Adds line breaks to poems whose lines are separate only in the source, where HTML joins them: several short lines that
 * begin with capitals and could have been longer.
 */
export function breakSourceLines(body: Element): void {
  for (const block of findAll(body, ({ tagName }) => BLOCK.test(tagName))) if (areVerse(block)) breakLines(block);
}

function areVerse(block: Element): boolean {
  if (!hasOnlyText(block)) return false;
  const lines = textOf(block)
    .trim()
    .split(/\s*\n\s*/u);
  return (
    lines.length >= MIN_LINES &&
    lines.every((line) => line.length <= MAX_LINE_CHARACTERS && CAPITAL.test(line)) &&
    lines.filter((line) => SENTENCE_END.test(line)).length <= lines.length * MAX_SENTENCE_SHARE &&
    !isWrapped(lines)
  );
}

/** Whether a block contains only text and text styles. Stops at the first other element, so that nesting costs no time. */
function hasOnlyText(block: Element): boolean {
  for (const node of nodesOf(block)) if (node !== block && isElement(node) && !INLINE.test(node.tagName)) return false;
  return true;
}

/** Whether no line but the last has room for the first word of the next. */
function isWrapped(lines: readonly string[]): boolean {
  const longest = Math.max(...lines.map(({ length }) => length));
  return lines
    .slice(1)
    .every((line, at) => (lines[at]?.length ?? 0) + 1 + (line.split(/\s/u, 1)[0] ?? '').length > longest);
}

/** Replaces the line breaks of the source by elements. */
function breakLines(block: Element): void {
  const texts = [...nodesOf(block)].filter(isText);
  for (const [at, node] of texts.entries()) {
    const parent = node.parentNode;
    if (!parent) continue;
    const isFirst = texts.slice(0, at).every(({ value }) => value.trim() === '');
    const isLast = texts.slice(at + 1).every(({ value }) => value.trim() === '');
    const trimmed = isFirst ? node.value.replace(/^\s+/u, '') : node.value;
    const lines = (isLast ? trimmed.replace(/\s+$/u, '') : trimmed).split(/[^\S\n]*\n\s*/u);
    for (const line of lines.slice(0, -1)) {
      if (line !== '') defaultTreeAdapter.insertBefore(parent, { ...node, value: line }, node);
      defaultTreeAdapter.insertBefore(parent, makeElement('br'), node);
    }
    node.value = lines.at(-1) ?? '';
  }
}
